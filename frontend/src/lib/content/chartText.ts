import { t } from '$lib/i18n/index.svelte';
import type { ChartPlan, Series } from './chart';
import { numberText } from './numbers';
import { timeText } from './times';

const NAMED = 4;

/** What a chart shows, in words: for whoever does not see it. The table has every value. */
export function describe(plan: ChartPlan): string {
  const series = plan.panels.flat().filter(({ values }) => values.some((value) => value !== null));
  const [first = '', last = ''] = [plan.places[0], plan.places.at(-1)].map((place) =>
    placeText(plan, place ?? '')
  );
  const range = { along: plan.along, first, last, n: plan.places.length };
  const head =
    plan.kind === 'line' ? t('chart.line', range) : t('chart.bar', { along: plan.along, n: range.n });
  const more = series.length > NAMED ? [t('chart.more', { n: series.length - NAMED })] : [];
  return [head, ...series.slice(0, NAMED).map((one) => extremes(plan, one)), ...more].join(' ');
}

/** A place as it is read: a category, or a point in time. */
export function placeText(plan: ChartPlan, place: number | string): string {
  if (plan.axis !== 'category' && typeof place === 'number') return timeText(place, plan.axis, plan.zoned);
  return String(place) || '—';
}

function extremes(plan: ChartPlan, { name, values }: Series): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const where = (value: number) => placeText(plan, plan.places[values.indexOf(value)] ?? '');
  return t('chart.extremes', {
    name,
    low: numberText(low),
    low_at: where(low),
    high: numberText(high),
    high_at: where(high)
  });
}
