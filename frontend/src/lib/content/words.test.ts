import { beforeEach, describe, expect, it } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import { argumentName, personName, vizName, wordOf } from './words';

beforeEach(() => locale.choose('ru'));

describe('codes of the service', () => {
  it.each([
    ['kind', 'chart', 'график'],
    ['state', 'succeeded', 'готово'],
    ['outcome', 'approve', 'подтверждено'],
    ['tool_name', 'run_backup', 'Резервная копия'],
    ['reason', 'before deploy_dashboard', 'перед: Развёртывание дашборда'],
    ['reason', 'before undoing deploy_dashboard', 'перед отменой: Развёртывание дашборда'],
    ['reason', 'run_backup of dashboards', 'отдельные дашборды'],
    ['viz_type', 'echarts_timeseries_bar', 'столбцы']
  ])('are words: %s %s', (field, value, word) => expect(wordOf(field, value)).toBe(word));

  it.each([
    ['kind', 'something'],
    ['title', 'chart'],
    ['reason', 'before something'],
    ['state', 3]
  ])('stay as they came where there is no word: %s %s', (field, value) =>
    expect(wordOf(field, value)).toBeNull()
  );

  it('name charts, arguments and people that nobody knows', () => {
    expect(vizName('echarts_new_thing')).toBe('new thing');
    expect(argumentName('some_thing')).toBe('some thing');
    expect(personName('local:admin')).toBe('admin');
    expect(personName('superset:ss-dev:boss')).toBe('boss (ss-dev)');
  });
});
