import en from '../../../messages/en.json';
import ru from '../../../messages/ru.json';

export type Language = 'en' | 'ru';
export type MessageKey = keyof typeof en;
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Params = Record<string, string | number>;

const CATALOGUES: Record<Language, Record<MessageKey, Entry>> = { en, ru };
const STORAGE_KEY = 'agent.language';

/** The person's language, for the whole page: there is no server rendering, so one value per tab is safe. */
class Locale {
  current = $state<Language>(initialLanguage());

  /** The language as it is written where the person lives, as far as the browser says: en-GB has no AM and PM. */
  get region(): string {
    return (
      navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === this.current) ?? this.current
    );
  }

  choose(language: Language): void {
    this.current = language;
    localStorage.setItem(STORAGE_KEY, language);
    document.documentElement.lang = language;
  }
}

export const locale = new Locale();

/** Text of a key in the person's language; a plural entry is chosen by the parameter `n`. */
export function t(key: MessageKey, params: Params = {}): string {
  const entry = CATALOGUES[locale.current][key];
  return fill(typeof entry === 'string' ? entry : plural(entry, Number(params.n)), params);
}

/** Text of a key that is put together at run time, or the fallback when the catalogue has none. */
export function tOr(key: string, fallback: string): string {
  return Object.hasOwn(en, key) ? t(key as MessageKey) : fallback;
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale.region, options).format(value);
}

/** Date and time in the person's own time zone; "" for what is no time. */
export function formatTime(iso: string | null, style: 'time' | 'day' | 'full' | 'exact' = 'full'): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const options: Record<typeof style, Intl.DateTimeFormatOptions> = {
    time: { timeStyle: 'short' },
    day: { day: 'numeric', month: 'short' },
    full: { dateStyle: 'medium', timeStyle: 'short' },
    exact: { dateStyle: 'medium', timeStyle: 'medium' }
  };
  return new Intl.DateTimeFormat(locale.region, options[style]).format(date);
}

function plural(forms: Exclude<Entry, string>, n: number): string {
  return forms[new Intl.PluralRules(locale.current).select(n)] ?? forms.other ?? '';
}

function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

function initialLanguage(): Language {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept === 'en' || kept === 'ru') return kept;
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}
