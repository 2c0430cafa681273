import type { ApiProblem } from '$lib/api/problem';
import { t, tOr } from '$lib/i18n/index.svelte';

/** The service's own sentence, or ours where it could not give one. */
export function problemText(problem: ApiProblem): string {
  return problem.message || tOr(`problem.${problem.code}`, t('problem.internal'));
}
