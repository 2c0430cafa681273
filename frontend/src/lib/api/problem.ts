import type { Problem } from '$lib/models/AgentChatTypes';

/** The service answered, and said no (RFC 9457). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(problem: Partial<Problem> & { status: number }) {
    super(problem.detail ?? problem.title ?? '');
    this.name = 'ApiProblem';
    this.status = problem.status;
    this.code = problem.code ?? 'internal';
  }
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '');
  try {
    const body = JSON.parse(text) as Partial<Problem>;
    return new ApiProblem({ ...body, status: response.status });
  } catch {
    // A proxy's HTML page says nothing to a person; the status must do.
    return new ApiProblem({ status: response.status });
  }
}

/** Anything a request rejected with, as a problem; a service that was not reached has status 0. */
export function problemFrom(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem({ status: 0, code: 'unreachable' });
}
