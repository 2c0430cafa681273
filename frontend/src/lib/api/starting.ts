import { problemOf } from './problem';

/** How often, and how long, a service that is starting is asked again. */
const PAUSE_MS = 1000;
const PATIENCE_MS = 120_000;

/**
 * Asks again while the service says that it is starting.
 *
 * Such an answer is given before anything is read, so that whatever was asked may be asked again: a message, a
 * decision, the code of a sign-in link, which is not used up.
 */
export class Starting {
  readonly #told: (starting: boolean) => void;
  #waiting = 0;

  constructor(told: (starting: boolean) => void) {
    this.#told = told;
  }

  async through(ask: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
    let response = await ask();
    if (!(await isStarting(response))) return response;
    const until = Date.now() + PATIENCE_MS;
    this.#count(1);
    try {
      do {
        await pause(signal);
        response = await ask();
      } while (Date.now() < until && (await isStarting(response)));
      return response;
    } finally {
      this.#count(-1);
    }
  }

  #count(change: 1 | -1): void {
    this.#waiting += change;
    this.#told(this.#waiting > 0);
  }
}

async function isStarting(response: Response): Promise<boolean> {
  return response.status === 503 && (await problemOf(response.clone())).code === 'not_ready';
}

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('Nobody waits for it any more.', 'AbortError'));
      },
      { once: true }
    );
  });
}
