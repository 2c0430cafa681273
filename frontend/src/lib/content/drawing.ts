import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartPlan, Series } from './chart';
import { placeText } from './chartText';
import { numberText, shortNumber } from './numbers';
import { tickText } from './times';

use([AriaComponent, BarChart, GridComponent, LegendComponent, LineChart, SVGRenderer, TooltipComponent]);

/** Colours as the browser computes them from the tokens of the theme, and the font of the page. */
export interface Look {
  ink: string;
  soft: string;
  line: string;
  surface: string;
  series: string[];
  font: string;
}

const TOKENS = ['--ink', '--ink-soft', '--line', '--surface'];
const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4'];
const DASHES = ['solid', 'dashed', 'dotted'];
const FONT_SIZE = 12;
const BAR = 22;
const MARGIN = 48;
/** Until the page is laid out. */
const WIDTH = 600;
const LINE_HEIGHT = 240;
/** Several lines over the same axis stand under each other, so each is lower, and their axes begin at one place. */
const STACKED_HEIGHT = 150;
/** With more points than this, marks would hide the line. */
const MANY = 40;
const AXIS_WIDTH = 64;

export function lookOf(element: HTMLElement): Look {
  const probe = element.appendChild(document.createElement('span'));
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const [ink = '', soft = '', line = '', surface = ''] = TOKENS.map(colour);
  const series = SERIES.map(colour);
  probe.remove();
  return { ink, soft, line, surface, series, font: getComputedStyle(element).fontFamily };
}

/** How high a panel is, in pixels: known before anything is drawn, so that nothing jumps. */
export function heightOf(plan: ChartPlan, panel: Series[]): number {
  if (plan.kind === 'line') return plan.panels.length > 1 ? STACKED_HEIGHT : LINE_HEIGHT;
  return MARGIN + plan.places.length * (panel.length > 1 ? BAR * Math.min(panel.length, 3) * 0.7 : BAR);
}

export function draw(element: HTMLElement): EChartsType {
  const { clientWidth, clientHeight } = element;
  return init(element, null, {
    renderer: 'svg',
    width: clientWidth || WIDTH,
    height: clientHeight || LINE_HEIGHT
  });
}

/** The drawing of one panel, in the person's language. Nothing in it moves. */
export function optionOf(plan: ChartPlan, panel: Series[], look: Look): EChartsCoreOption {
  const isLine = plan.kind === 'line';
  const text = { color: look.soft, fontSize: FONT_SIZE, fontFamily: look.font };
  const measure = {
    type: 'value',
    axisLabel: { ...text, formatter: shortNumber, hideOverlap: true },
    splitNumber: plan.panels.length > 1 || !isLine ? 3 : 5,
    splitLine: { lineStyle: { color: look.line } }
  };
  const places = placesAxis(plan, look, text);
  return {
    animation: false,
    useUTC: !plan.zoned,
    color: turned(look.series, plan.panels.indexOf(panel)),
    textStyle: { fontFamily: look.font },
    aria: { enabled: true, label: { enabled: false }, decal: { show: panel.length > 1 && !isLine } },
    grid: {
      top: panel.length > 1 ? 36 : 12,
      right: isLine ? 20 : 48,
      ...(isLine
        ? { bottom: 28, left: AXIS_WIDTH }
        : { bottom: 8, left: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' })
    },
    legend: {
      show: panel.length > 1,
      type: 'plain',
      top: 0,
      left: 0,
      textStyle: { ...text, color: look.ink }
    },
    tooltip: {
      trigger: 'axis',
      // Drawn, not written as HTML: the page's policy forbids the inline styles of the other kind.
      renderMode: 'richText',
      confine: true,
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { ...text, color: look.ink },
      axisPointer: { type: isLine ? 'line' : 'shadow', animation: false },
      formatter: (points: unknown) => tip(plan, panel, points)
    },
    xAxis: isLine ? places : measure,
    yAxis: isLine ? measure : places,
    series: panel.map(({ name, values }, at) => ({
      name,
      type: plan.kind,
      data: plan.axis === 'category' ? values : values.map((value, i) => [plan.places[i], value]),
      barMaxWidth: BAR,
      label: {
        ...text,
        show: !isLine && panel.length === 1,
        position: 'right',
        color: look.ink,
        formatter: ({ value }: { value?: unknown }) => (typeof value === 'number' ? shortNumber(value) : '')
      },
      symbol: values.length > MANY ? 'none' : 'circle',
      symbolSize: 5,
      lineStyle: { width: values.length > MANY ? 1.5 : 2, type: DASHES[at % DASHES.length] },
      emphasis: { disabled: true },
      connectNulls: false
    }))
  };
}

/** Panels begin with different colours, so that none is taken for another. */
function turned<T>(all: T[], by: number): T[] {
  return [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
}

function placesAxis(plan: ChartPlan, look: Look, text: object) {
  const line = { axisLine: { lineStyle: { color: look.line } }, axisTick: { show: false } };
  if (plan.axis !== 'category') {
    const formatter = (ms: number) => tickText(ms, plan.zoned);
    return { ...line, type: 'time', axisLabel: { ...text, formatter, hideOverlap: true } };
  }
  return {
    ...line,
    type: 'category',
    data: plan.places.map((place) => placeText(plan, place)),
    inverse: plan.kind === 'bar',
    axisLabel: { ...text, width: 120, overflow: 'truncate', hideOverlap: true }
  };
}

function tip(plan: ChartPlan, panel: Series[], points: unknown): string {
  const first: unknown = Array.isArray(points) ? points[0] : points;
  const at = (first as { dataIndex?: number } | undefined)?.dataIndex ?? 0;
  const lines = panel.map(({ name, values }) => {
    const value = values[at] ?? null;
    return `${name}: ${value === null ? '—' : numberText(value)}`;
  });
  return [placeText(plan, plan.places[at] ?? ''), ...lines].join('\n');
}
