import { AgentApi } from '$lib/api/AgentApi';
import { problemFrom, type ApiProblem } from '$lib/api/problem';
import { locale } from '$lib/i18n/index.svelte';
import type { Session } from './ServiceTypes';

export type SessionState = 'checking' | 'signed_out' | 'signed_in' | 'unreachable';
export type Lock = 'role_changed' | 'signed_out';

const CHANNEL = 'agent.session';

/**
 * Who uses this tab. The cookie is shared by all tabs of the browser, so it can change under the tab's feet: then the
 * tab locks, because what it shows belongs to somebody else's rights.
 *
 * The role here only labels and hides; the service reads its own from the cookie and refuses.
 */
export class SessionModel {
  state = $state<SessionState>('checking');
  session = $state.raw<Session | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  lock = $state<Lock | null>(null);
  busy = $state(false);
  /** The service is there, and answers nothing yet; what was asked is asked again until it does. */
  starting = $state(false);

  readonly api: AgentApi;
  readonly #channel: BroadcastChannel | null;

  constructor(fetcher: typeof fetch) {
    this.api = new AgentApi({
      fetch: fetcher,
      language: () => locale.current,
      onUnauthenticated: () => this.#expelled(),
      onStarting: (starting) => (this.starting = starting)
    });
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    this.#channel?.addEventListener('message', () => void this.check());
  }

  /** Signs in with the code of a link, if the address carries one; else asks who this is. */
  async start(hash: string, forget: () => void): Promise<void> {
    const code = new URLSearchParams(hash.replace(/^#/, '')).get('signin');
    if (code === null) return this.check();
    forget();
    await this.#enter(() => this.api.exchangeCode(code));
    // An old link must not throw out who is signed in already.
    if (this.session === null) {
      const problem = this.problem;
      await this.check();
      this.problem = problem;
    }
  }

  login(env_id: string, username: string, password: string): Promise<void> {
    return this.#enter(async () => {
      await this.api.login({ env_id, username, password });
      return this.api.session();
    });
  }

  async signOut(): Promise<void> {
    try {
      await this.api.signOut();
    } catch (error) {
      this.problem = problemFrom(error);
      return;
    }
    this.session = null;
    this.state = 'signed_out';
    this.#tell();
  }

  /** Compares the cookie's session with the one that this tab works for. */
  async check(): Promise<void> {
    try {
      const now = await this.api.session();
      const mine = this.session;
      if (mine && (mine.user !== now.user || mine.role !== now.role)) {
        this.lock = 'role_changed';
        return;
      }
      if (this.lock === 'signed_out') this.lock = null;
      this.session = now;
      this.state = 'signed_in';
      this.problem = null;
    } catch (error) {
      const problem = problemFrom(error);
      if (problem.status === 401) this.#expelled();
      else if (this.session === null) {
        this.problem = problem;
        this.state = 'unreachable';
      }
    }
  }

  dispose(): void {
    this.#channel?.close();
  }

  async #enter(signIn: () => Promise<Session>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      this.session = await signIn();
      this.state = 'signed_in';
      this.lock = null;
      this.#tell();
    } catch (error) {
      this.problem = problemFrom(error);
      this.state = 'signed_out';
    } finally {
      this.busy = false;
    }
  }

  #expelled(): void {
    if (this.session) this.lock = 'signed_out';
    else this.state = 'signed_out';
  }

  #tell(): void {
    this.#channel?.postMessage('changed');
  }
}
