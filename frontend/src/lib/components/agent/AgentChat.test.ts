import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentChatModel } from '$lib/models/AgentChatModel.svelte';
import { SessionModel } from '$lib/models/SessionModel.svelte';
import { event, metadata } from '../../../testing/fixtures';
import { FakeService, frame, json, stream } from '../../../testing/service';
import WithChat from '../../../testing/WithChat.svelte';
import AgentChat from './AgentChat.svelte';

const MESSAGES = 'POST /api/agent/messages';
let service: FakeService;
let chat: AgentChatModel;

function show(query = '') {
  chat.setUIContextFromParams(new URLSearchParams(query));
  const session = new SessionModel(() => Promise.reject(new TypeError('not used')));
  const props = { onclearcontext: vi.fn() };
  return render(WithChat, { props: { chat, session, component: AgentChat as never, props } });
}
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ });
const sent = () => service.asked(MESSAGES).map(({ body }) => (body as { message: string }).message);

beforeEach(() => {
  service = new FakeService()
    .on('GET /api/agent/conversations', () => json({ items: [], total: 0 }))
    .on(MESSAGES, () => new Promise<Response>(() => undefined));
  chat = new AgentChatModel({ api: service.api });
});
afterEach(() => chat.dispose());

describe('the composer', () => {
  it('V08: leaves Enter to an input method', async () => {
    show();
    await userEvent.type(input(), 'にほん');
    await fireEvent.compositionStart(input());
    await fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    await fireEvent.compositionEnd(input());
    await fireEvent.keyDown(input(), { key: 'Enter', keyCode: 229 });
    expect(sent()).toEqual([]);
    await fireEvent.keyDown(input(), { key: 'Enter', keyCode: 13 });
    expect(sent()).toEqual(['にほん']);
  });

  it('V09: sends once, however often Enter is pressed', async () => {
    show();
    await userEvent.type(input(), 'hello{Enter}{Enter}');
    await userEvent.type(input(), 'more{Enter}');
    expect(sent()).toEqual(['hello']);
    expect(input()).toHaveValue('more');
  });

  it('V08: begins a line with Shift+Enter, and sends nothing that is empty', async () => {
    show();
    await userEvent.type(input(), '   {Enter}');
    await userEvent.clear(input());
    await userEvent.type(input(), 'a{Shift>}{Enter}{/Shift}b');
    expect(sent()).toEqual([]);
    expect(input()).toHaveValue('a\nb');
  });

  it('keeps the draft for a reload', async () => {
    show();
    await userEvent.type(input(), 'half a sen');
    expect(sessionStorage.getItem('agent.draft.new')).toBe('half a sen');
  });

  it('stops the answer with Esc and with its button', async () => {
    service.on('POST /api/agent/conversations/C1/cancel', () => new Response(null, { status: 204 }));
    service.on('GET /api/agent/conversations/C1', () => json({}, 404));
    chat.conversationId = 'C1';
    show();
    await userEvent.type(input(), 'go{Enter}{Escape}');
    expect(service.asked('POST /api/agent/conversations/C1/cancel')).toHaveLength(1);
  });

  it('offers to cancel a waiting confirmation instead of sending over it', async () => {
    chat.apply(event('confirm_required', { metadata: metadata() }));
    show();
    await userEvent.type(input(), 'next{Enter}');
    expect(sent()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Cancel it and send' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Keep waiting' }));
    expect(input()).toHaveValue('next');
    expect(screen.queryByRole('button', { name: 'Cancel it and send' })).toBeNull();
  });
});

describe('commands', () => {
  const tool = (name: string, risk: string, example: string) => ({
    name,
    risk,
    description: '',
    examples: [example],
    arguments: { properties: { query: {}, env_id: {} }, required: ['query'] }
  });
  const options = () =>
    screen
      .queryAllByRole('option')
      .map((option) => option.dataset.name)
      .filter(Boolean);

  beforeEach(async () => {
    const items = [
      tool('search_dashboards', 'read', 'Find sales'),
      tool('superset_execute_sql', 'read', 'How many orders?'),
      tool('delete_dashboard', 'dangerous', 'Delete 10')
    ];
    service.on('GET /api/agent/tools', () => json({ items, total: 3, excluded: [] }));
    await chat.surroundings.loadExamples(null);
    show();
  });

  it('list what is offered with its arguments, and find it by name', async () => {
    await userEvent.type(input(), '/');
    expect(options()).toEqual(['search_dashboards', 'superset_execute_sql', 'delete_dashboard']);
    expect(screen.getAllByText('query env_id?')).toHaveLength(3);
    await userEvent.type(input(), 'sql');
    expect(options()).toEqual(['superset_execute_sql']);
    expect(input().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { name: /superset_execute_sql/ }).id
    );
    await userEvent.type(input(), ' x');
    expect(options()).toEqual([]);
  });

  it('are chosen with the keys, written and not sent', async () => {
    await userEvent.type(input(), '/{ArrowDown}{Enter}');
    expect(input()).toHaveValue('/superset_execute_sql query=');
    expect(options()).toEqual([]);
    expect(sent()).toEqual([]);
  });

  it('are closed with Esc, and by a pointer chosen', async () => {
    await userEvent.type(input(), '/{Escape}');
    expect(options()).toEqual([]);
    await userEvent.type(input(), 'd');
    await userEvent.click(screen.getByRole('option', { name: /delete_dashboard/ }));
    expect(input()).toHaveValue('/delete_dashboard query=');
  });
});

describe('the chat panel', () => {
  it('warns while the environment is production, and only then', async () => {
    show('objectType=dashboard&objectId=1&envId=ss-prod');
    expect(screen.getByText('PRODUCTION')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Chat with the agent' })).toHaveClass('production');
    chat.updateActiveEnv('ss-dev');
    expect(await screen.findByTestId('context-pill')).toHaveTextContent('📋 dashboard #1 · ss-dev');
    expect(screen.queryByText('PRODUCTION')).toBeNull();
  });

  it('shows the page context and the pipeline as the service sent it', async () => {
    show('objectType=dashboard&objectId=42');
    chat.apply(event('pipeline_result'));
    await userEvent.click(screen.getByRole('button', { name: 'Debug panel' }));
    const panel = screen.getByRole('complementary', { name: 'Debug panel' });
    expect(panel).toHaveTextContent('"objectId": "42"');
    expect(panel).toHaveTextContent('get_health_summary, search_dashboards, show_capabilities');
    expect(panel).toHaveTextContent('superset_execute_sql: context');
  });

  it('puts a proposed message into the composer and does not send it', async () => {
    show();
    chat.apply(event('token', { text: '[try](#ask:Show%20it)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'try' }));
    expect(input()).toHaveValue('Show it');
    expect(input()).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('sends the message again when a read is tried again', async () => {
    const failed = (['turn_started', 'tool_error', 'done'] as const).map((name, i) =>
      frame(i + 1, event(name))
    );
    service.on(MESSAGES, () => stream(failed));
    show();
    await userEvent.type(input(), 'find sales{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(sent()).toEqual(['find sales', 'find sales']);
  });

  it('writes the line of a denial', async () => {
    show();
    chat.apply(event('confirm_required', { metadata: metadata() }));
    chat.apply(event('confirm_resolved'));
    expect(await screen.findByText('The operation was cancelled.')).toBeVisible();
    expect(screen.getByText(/Denied by admin/)).toBeVisible();
  });
});
