import { expect, it } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import { tableOf } from '$lib/models/AgentChat.Results.svelte';
import { chartOf } from './chart';
import { draw, heightOf, optionOf, type Look } from './drawing';

const LOOK: Look = {
  ink: 'rgb(1, 1, 1)',
  soft: 'rgb(2, 2, 2)',
  line: 'rgb(3, 3, 3)',
  surface: 'rgb(4, 4, 4)',
  series: ['rgb(10, 0, 0)', 'rgb(20, 0, 0)', 'rgb(30, 0, 0)', 'rgb(40, 0, 0)'],
  font: 'sans-serif'
};

function planOf(name: string, rows: unknown[][]) {
  const columns = [name, 'orders', 'revenue'].slice(0, rows[0]?.length).map((each) => ({ name: each }));
  const table = tableOf({ columns, rows });
  const plan = table && chartOf(table);
  if (!plan) throw new TypeError('no chart');
  return plan;
}
interface Drawn {
  animation: boolean;
  color: string[];
  tooltip: { renderMode: string; formatter: (points: unknown) => string };
}
const drawn = (plan: ReturnType<typeof planOf>, at = 0) =>
  optionOf(plan, plan.panels[at] ?? [], LOOK) as unknown as Drawn;
const plain = (text: string) => text.replace(/[^\S\n]/g, ' ');

it('never moves, and writes no HTML that the policy forbids', () => {
  const option = drawn(
    planOf('status', [
      ['a', 1],
      ['b', 2]
    ])
  );
  expect(option.animation).toBe(false);
  expect(option.tooltip.renderMode).toBe('richText');
});

it('says on hover what stands there, in the language of the page', () => {
  locale.choose('ru');
  const rows = [1, 2, 3].map((month) => [`2025-0${month}`, month === 2 ? null : 1500.5 * month]);
  const { tooltip } = drawn(planOf('month', rows));
  expect(plain(tooltip.formatter([{ dataIndex: 0 }]))).toBe('янв. 2025 г.\norders: 1 500,5');
  expect(plain(tooltip.formatter([{ dataIndex: 1 }]))).toBe('февр. 2025 г.\norders: —');
});

it('begins each panel with a colour of its own, and knows its height beforehand', () => {
  const plan = planOf('status', [
    ['a', 1, 1000],
    ['b', 2, 2000]
  ]);
  expect(plan.panels).toHaveLength(2);
  expect(drawn(plan, 0).color[0]).toBe('rgb(10, 0, 0)');
  expect(drawn(plan, 1).color[0]).toBe('rgb(20, 0, 0)');
  const more = planOf('status', [
    ['a', 1],
    ['b', 2],
    ['c', 3]
  ]);
  expect(heightOf(more, more.panels[0] ?? [])).toBeGreaterThan(heightOf(plan, plan.panels[0] ?? []));
});

it('is drawn with the axes in words and the colours of the theme', () => {
  const element = document.body.appendChild(document.createElement('div'));
  Object.defineProperties(element, { clientWidth: { value: 600 }, clientHeight: { value: 200 } });
  const chart = draw(element);
  chart.setOption(
    optionOf(
      ...panelOf(
        planOf('status', [
          ['done', 20_000],
          ['open', 5000]
        ])
      )
    )
  );
  const texts = [...element.querySelectorAll('text')].map((text) => text.textContent);
  expect(texts).toEqual(expect.arrayContaining(['done', 'open', '20K']));
  expect(element.innerHTML).toContain('rgb(10, 0, 0)');
  expect(element.querySelector('style')).toBeNull();
  chart.dispose();
});

function panelOf(plan: ReturnType<typeof planOf>) {
  return [plan, plan.panels[0] ?? [], LOOK] as const;
}
