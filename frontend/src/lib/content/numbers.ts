import { formatNumber, locale } from '$lib/i18n/index.svelte';

const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/** What is shown of a fraction; the rest is on hover. */
const FRACTION = 6;

/** A number as the person's language writes it. Digits that came as text are all kept. */
export function numberText(value: unknown, grouped = true): string {
  if (typeof value === 'number') {
    const isSmall = value !== 0 && Math.abs(value) < 1;
    const digits = isSmall ? { maximumSignificantDigits: FRACTION } : { maximumFractionDigits: FRACTION };
    return formatNumber(value, { ...digits, useGrouping: grouped });
  }
  const [, sign, whole, fraction] = NUMERAL.exec(String(value)) ?? [];
  if (whole === undefined) return String(value);
  const format = new Intl.NumberFormat(locale.region, { useGrouping: grouped, minimumFractionDigits: 1 });
  const of = (type: Intl.NumberFormatPartTypes) =>
    format.formatToParts(-1).find((part) => part.type === type)?.value ?? '';
  const wholeText = new Intl.NumberFormat(locale.region, { useGrouping: grouped }).format(BigInt(whole));
  return `${sign ? of('minusSign') : ''}${wholeText}${fraction ? of('decimal') + fraction : ''}`;
}

/** A number for an axis: short. */
export function shortNumber(value: number): string {
  return formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 });
}
