import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import type { PlanResource } from '$lib/models/AgentChatTypes';
import { metadata } from '../../../testing/fixtures';
import ConfirmationCard from './ConfirmationCard.svelte';

const at = '2026-11-30T12:00:00.000Z';
const write = { dangerous: false, risk: 'write', risk_level: 'guarded' } as const;

function card(fields: Parameters<typeof metadata>[0] = {}, props = {}) {
  const onapprove = vi.fn();
  const ondeny = vi.fn();
  const rendered = render(ConfirmationCard, {
    metadata: metadata(fields),
    resolution: null,
    live: true,
    expired: false,
    deciding: null,
    countdown: 0,
    now: Date.now(),
    onapprove,
    ondeny,
    ...props
  });
  return { ...rendered, onapprove, ondeny, tone: screen.getByRole('article').dataset.tone };
}

describe('the seven tones of a confirmation', () => {
  it.each([
    ['read', { dangerous: false, risk: 'read', risk_level: 'safe', env_context: 'dev' }, {}, 'DEV'],
    ['write_dev', { ...write, env_context: 'dev' }, {}, 'DEV'],
    ['write_staging', { ...write, env_context: 'staging' }, {}, 'STAGING'],
    ['write_prod', { ...write, env_context: 'prod' }, {}, 'PRODUCTION'],
    ['write_prod', { ...write, env_context: null }, {}, '?'],
    ['dangerous', {}, { countdown: 10 }, 'PRODUCTION'],
    ['dangerous', { env_context: 'dev' }, {}, 'DEV'],
    ['loading_confirm', {}, { deciding: 'approve' }, 'PRODUCTION'],
    ['loading_deny', {}, { deciding: 'deny' }, 'PRODUCTION']
  ] as const)('%s for %o', (expected, fields, props, badge) => {
    expect(card(fields, props).tone).toBe(expected);
    expect(screen.getByTestId('env-badge')).toHaveTextContent(badge);
  });

  it('cannot be pressed while an answer is on its way', () => {
    card({}, { deciding: 'approve' });
    for (const button of screen.getAllByRole('button', { name: /Deny|Delete/ }))
      expect(button).toBeDisabled();
    expect(screen.getByRole('button', { name: /Delete/ })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('a confirmation that waits', () => {
  it('puts the focus on the least destructive button, and answers once with the reason', async () => {
    const { onapprove, ondeny } = card();
    expect(screen.getByRole('button', { name: 'Deny' })).toHaveFocus();
    await userEvent.type(screen.getByLabelText(/Reason/), 'wrong one');
    await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
    expect(ondeny).toHaveBeenCalledExactlyOnceWith('wrong one');
    expect(onapprove).not.toHaveBeenCalled();
  });

  it('does not take the focus from somebody who writes', () => {
    const input = document.body.appendChild(document.createElement('textarea'));
    input.value = 'half a sentence';
    input.focus();
    card();
    expect(input).toHaveFocus();
    input.remove();
  });

  it('reads the countdown from its model and says it aloud', async () => {
    const { rerender } = card({}, { countdown: 3 });
    const approve = screen.getByRole('button', { name: /Delete/ });
    expect(approve).toBeDisabled();
    expect(approve).toHaveTextContent('(3)');
    expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'assertive');
    expect(screen.getByRole('button', { name: 'Deny' })).toBeEnabled();
    await rerender({ countdown: 0 });
    expect(approve).toBeEnabled();
    expect(approve).not.toHaveTextContent('(');
  });

  it('shows target, plan, who is touched and where each argument comes from', () => {
    card();
    expect(screen.getAllByText('Sales overview').length).toBeGreaterThan(1);
    expect(screen.getByText(/6f9c1f9e/)).toBeVisible();
    expect(screen.getByRole('link', { name: /open in Superset/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer'
    );
    expect(screen.getByText(/also stands on/)).toBeVisible();
    expect(screen.getByText('from the page')).toBeVisible();
    expect(screen.getByText(/snapshot is taken/)).toBeVisible();
    expect(screen.getByText('delete', { selector: '.badge' })).toBeVisible();
  });

  it('H09: shows the whole SQL and the environment when it comes last', () => {
    const sql = `SELECT 1; /* ${'padding '.repeat(800)} */ DELETE FROM t`;
    card({
      arguments: { sql: { value: sql, origin: 'model' }, env_id: { value: 'ss-prod', origin: 'person' } }
    });
    expect(screen.getByRole('group', { name: 'SQL' }).textContent).toBe(sql);
    expect(screen.getByText('from you')).toBeVisible();
  });

  it('H09: makes hidden characters visible, in titles too', () => {
    const target = { kind: 'dashboard', uuid: null, id: '1', title: 'a\u202eb', url: 'javascript:alert(1)' };
    card({ target, arguments: { name: { value: 'x\u200by', origin: 'model' } } });
    expect(screen.getByText('U+202E')).toBeVisible();
    expect(screen.getByText('U+200B')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('says on whose account it runs', () => {
    card({}, { account: 'Runs on ss-prod with its account for the role “admin”.' });
    expect(screen.getByText(/its account for the role “admin”/)).toBeVisible();
  });

  it('shows a statement once, in the plan', () => {
    const sql = 'DELETE FROM t';
    const [resource] = metadata().plan.resources;
    const resources = resource ? [{ ...resource, fields: [{ name: 'sql', old: null, new: sql }] }] : [];
    card({ plan: { ...metadata().plan, resources }, arguments: { sql: { value: sql, origin: 'model' } } });
    expect(screen.getByText('as in the plan above')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'SQL' })).toBeNull();
    expect(screen.getByRole('table')).toHaveTextContent(sql);
  });

  it('has no column for what was before, when nothing was', () => {
    const [resource] = metadata().plan.resources;
    const fields = [{ name: 'name', old: null, new: 'big_orders' }];
    const resources = resource ? [{ ...resource, change: 'create' as const, fields }] : [];
    card({ plan: { ...metadata().plan, resources } });
    expect(screen.getByRole('columnheader', { name: 'After' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'Now' })).toBeNull();
  });

  it('offers no other arguments for an undo', () => {
    card({ tool_name: 'undo_delete_dashboard' });
    expect(screen.queryByRole('button', { name: 'Edit the arguments' })).toBeNull();
  });

  it('says it in Russian', () => {
    locale.choose('ru');
    card();
    expect(screen.getByRole('button', { name: 'Отклонить' })).toBeVisible();
    expect(screen.getByTestId('env-badge')).toHaveTextContent('ПРОДАКШН');
  });
});

describe('a confirmation that no longer waits', () => {
  it.each([
    [
      { resolution: { decision: 'approve', by: 'local:admin', reason: null, at }, live: false },
      /Approved by admin/
    ],
    [
      { resolution: { decision: 'deny', by: 'local:admin', reason: 'No', at }, live: false },
      /Denied by admin.*No/
    ],
    [{ resolution: { decision: 'expired', by: null, reason: null, at }, live: false }, /Expired/],
    [{ resolution: { decision: 'cancelled', by: null, reason: null, at }, live: false }, /Cancelled/],
    [{ resolution: { decision: 'replaced', by: null, reason: null, at }, live: false }, /Replaced/],
    [{ expired: true }, /Expired/],
    [{ live: false }, /No longer waits/]
  ])('has no live button and says what happened: %o', (props, text) => {
    card({}, props);
    expect(screen.queryByRole('button', { name: /Deny|Delete|Approve|Edit/ })).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent(text);
  });
});

describe('arguments that the person wants otherwise', () => {
  const args = {
    dashboard_id: { value: '10', origin: 'model' },
    limit: { value: 5, origin: 'model' },
    apply: { value: false, origin: 'person' },
    dashboard_ids: { value: ['1', '2'], origin: 'page' }
  } as const;
  const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit the arguments' }));

  it('make the plan anew instead of approving it, in their own types', async () => {
    const { onapprove } = card({ ...write, arguments: args }, {});
    await edit();
    expect(screen.queryByRole('textbox', { name: 'dashboards' })).toBeNull();
    const limit = screen.getByRole('textbox', { name: 'at most' });
    await userEvent.clear(limit);
    await userEvent.type(limit, '20');
    await userEvent.click(screen.getByRole('checkbox', { name: 'write them' }));
    expect(screen.getByText(/You changed: at most, write them\. Nothing runs yet/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Make the plan anew' }));
    expect(onapprove).toHaveBeenCalledExactlyOnceWith('', { limit: 20, apply: true });
  });

  it('are no change when they are typed back or given up', async () => {
    const { onapprove } = card(
      { ...write, arguments: args, plan: { ...metadata().plan, resources: [] } },
      {}
    );
    await edit();
    const id = screen.getByRole('textbox', { name: 'dashboard' });
    await userEvent.type(id, '1');
    expect(screen.getByRole('button', { name: 'Make the plan anew' })).toBeVisible();
    await userEvent.type(id, '{Backspace}');
    expect(screen.queryByText(/You changed/)).toBeNull();
    await userEvent.type(id, '1');
    await userEvent.click(screen.getByRole('button', { name: 'Leave them as they are' }));
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(onapprove).toHaveBeenCalledExactlyOnceWith('', {});
  });

  it('cannot be edited on a card that is over', () => {
    card({ ...write, arguments: args }, { live: false });
    expect(screen.queryByRole('button', { name: 'Edit the arguments' })).toBeNull();
  });
});

describe('a long change', () => {
  it('is shown side by side', async () => {
    const old = 'SELECT region\nFROM orders';
    const fields = [{ name: 'sql', old, new: old.replace('region', 'city') }];
    const plan = metadata().plan;
    const [resource] = plan.resources;
    card({ plan: { ...plan, resources: resource ? [{ ...resource, fields }] : [] } }, {});
    const region = await screen.findByRole('group', { name: 'sql: before and after' });
    expect(region).toHaveTextContent('SELECT region');
    expect(region).toHaveTextContent('SELECT city');
  });
});

describe('what does not change', () => {
  const plan = (resources: ReturnType<typeof metadata>['plan']['resources']) => ({
    plan: { ...metadata().plan, resources }
  });
  const resource: PlanResource = {
    kind: 'dashboard',
    change: 'update',
    uuid: null,
    id: '1',
    title: 'Sales',
    fields: []
  };
  const field = (name: string, before: string | null, after: string | null) => ({
    name,
    old: before,
    new: after
  });

  it('is folded behind its number, and can be read', async () => {
    const fields = [
      field('title', 'Sales', 'Sales 2'),
      field('owners', 'ann', 'ann'),
      field('tags', null, null)
    ];
    card(plan([{ ...resource, fields }]));
    expect(screen.getByText('Sales 2')).toBeVisible();
    const fold = screen.getByText('2 unchanged');
    const details = fold.closest('details') as HTMLDetailsElement;
    expect(details.open).toBe(false);
    expect(details).toHaveTextContent('owners');
    await userEvent.click(fold);
    expect(details.open).toBe(true);
    expect(details.querySelector('del')).toBeNull();
  });

  it.each([
    [3, null],
    [4, '4 unchanged']
  ])('is folded where %i things stay as they are: %s', (n, text) => {
    const kept = Array.from({ length: n }, (_, i) => ({
      ...resource,
      change: 'keep' as const,
      title: `Kept ${i}`
    }));
    card(plan([resource, ...kept]));
    const details = screen.getByText('Kept 0').closest('details');
    expect(details?.querySelector('summary')?.textContent ?? null).toBe(text);
  });
});
