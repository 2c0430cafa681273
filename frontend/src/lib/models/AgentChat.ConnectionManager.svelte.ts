import { problemOf, type ApiProblem } from '$lib/api/problem';
import { readFrames, type Frame } from '$lib/api/sse';
import type { Receipt } from './AgentChat.StreamProcessor.svelte';

/** Waits before a broken stream is opened again; after the last one the person decides. */
export const RECONNECT_DELAYS_S = [1, 2, 4, 8, 16] as const;
/** The service sends a comment when it has nothing to say; a stream that is silent this long is dead. */
export const SILENCE_LIMIT_S = 60;

export type Link = 'closed' | 'open' | 'waiting' | 'lost';
export type Open = (signal: AbortSignal) => Promise<Response>;

export interface ConnectionHooks {
  /** Opens the events after the last one seen, or null when there is nothing to go on with. */
  reopen: () => Open | null;
  receive: (frame: Frame, strict: boolean) => Receipt;
  /** Whether the events so far say that nothing runs any more. */
  isSettled: () => boolean;
  /** A stream ended quietly: whether the service says that the turn still runs. */
  stillRuns: (signal: AbortSignal) => Promise<boolean>;
  onRefused: (problem: ApiProblem) => void;
  /** A request found no service, and there is no conversation to go on with. */
  onUnreachable: () => void;
}

export type Ending = 'ended' | 'lost' | 'superseded';
type Outcome = 'finished' | 'broken' | 'gap';

/**
 * Keeps the one stream of a conversation open while something runs, and only then.
 *
 * A request that starts something is sent once. When its stream breaks, the events after the last one seen are asked
 * for instead, so nothing can happen twice.
 */
export class ConnectionManager {
  link = $state<Link>('closed');
  /** Seconds of the wait that goes on. */
  delay = $state(0);

  readonly #hooks: ConnectionHooks;
  #abort: AbortController | null = null;
  #wake: (() => void) | null = null;
  #progressed = false;

  constructor(hooks: ConnectionHooks) {
    this.#hooks = hooks;
  }

  /** Runs a stream to its end, through as many breaks as the schedule allows; resolves when it is over or given up. */
  async run(first: Open | null): Promise<Ending> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const { signal } = abort;
    let request = first;
    let strict = first !== null;
    let attempt = 0;
    for (;;) {
      const open = request ?? this.#hooks.reopen();
      if (!open) {
        this.#hooks.onUnreachable();
        return this.#close();
      }
      const outcome = await this.#once(open, strict, request === null, signal);
      if (signal.aborted) return 'superseded';
      if (outcome === 'finished') return this.#close();
      request = null;
      strict = false;
      if (outcome === 'gap' || this.#hooks.reopen() === null) continue;
      if (this.#progressed) attempt = 0;
      const delay = RECONNECT_DELAYS_S[attempt++];
      if (delay === undefined) {
        this.link = 'lost';
        return 'lost';
      }
      await this.#wait(delay, signal);
      if (signal.aborted) return 'superseded';
    }
  }

  /** Ends the wait that goes on. */
  hurry(): void {
    this.#wake?.();
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.link = 'closed';
  }

  #close(): Ending {
    this.link = 'closed';
    this.#abort = null;
    return 'ended';
  }

  async #once(open: Open, strict: boolean, again: boolean, signal: AbortSignal): Promise<Outcome> {
    this.#progressed = false;
    const silence = new Silence(signal);
    try {
      const response = await open(silence.signal);
      if (signal.aborted) return 'finished';
      if (!response.ok || !response.body) return await this.#refused(response, again);
      this.link = 'open';
      for await (const frame of readFrames(response.body, () => silence.restart())) {
        if (signal.aborted) return 'finished';
        const receipt = this.#hooks.receive(frame, strict);
        if (receipt === 'gap') return 'gap';
        if (receipt === 'damaged') return 'broken';
        this.#progressed ||= receipt === 'taken';
      }
      if (this.#hooks.isSettled()) return 'finished';
      return (await this.#hooks.stillRuns(signal)) ? 'broken' : 'finished';
    } catch {
      // fetch and the reader reject alike for every way in which a connection can end; all are a broken stream.
      return this.#hooks.isSettled() && this.#progressed ? 'finished' : 'broken';
    } finally {
      silence.end();
    }
  }

  async #refused(response: Response, again: boolean): Promise<Outcome> {
    if (again && response.status >= 500) return 'broken';
    this.#hooks.onRefused(await problemOf(response));
    return 'finished';
  }

  async #wait(delay: number, signal: AbortSignal): Promise<void> {
    this.link = 'waiting';
    this.delay = delay;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay * 1000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', this.#wake, { once: true });
    });
    this.#wake = null;
  }
}

/** Ends a request of which nothing was heard for too long. */
class Silence {
  readonly #abort = new AbortController();
  readonly #outer: AbortSignal;
  readonly #onOuter = () => {
    clearTimeout(this.#timer);
    this.#abort.abort();
  };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    outer.addEventListener('abort', this.#onOuter, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(), SILENCE_LIMIT_S * 1000);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#onOuter);
  }
}
