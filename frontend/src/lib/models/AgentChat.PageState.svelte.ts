import type { AgentApi } from '$lib/api/AgentApi';
import type { ApiProblem } from '$lib/api/problem';
import { Commands } from './AgentChat.Commands.svelte';
import { contextFromParams, contextLabel, tierOf } from './AgentChat.Context';
import { Conversations } from './AgentChat.Conversations.svelte';
import { Countdown } from './AgentChat.Countdown.svelte';
import { keepDraft, keptDraft } from './AgentChat.Draft';
import { Results } from './AgentChat.Results.svelte';
import { Surroundings } from './AgentChat.Surroundings.svelte';
import { Tasks } from './AgentChat.Tasks.svelte';
import type { UIContext } from './AgentChatTypes';

/** What the page knows besides the conversation: where the person came from, where calls go, what is being written. */
export class PageState {
  uiContext = $state<UIContext | null>(null);
  _activeEnvId = $state<string | null>(null);
  conversationId = $state<string | null>(null);
  draft = $state(keptDraft(null));
  showDebug = $state(false);
  loading = $state(false);
  stopping = $state(false);
  /** What went wrong with the last request, in the person's language. */
  notice = $state.raw<ApiProblem | null>(null);
  /** A message that waits for the person to cancel the confirmation before it. */
  blockedMessage = $state<string | null>(null);
  /** The answer that is on its way to the service. */
  deciding = $state<'approve' | 'deny' | null>(null);
  /** Refusals that the person has closed. */
  dismissedDenials = $state.raw<ReadonlySet<string>>(new Set());

  protected readonly countdown = new Countdown();
  readonly conversations: Conversations;
  readonly surroundings: Surroundings;
  readonly results: Results;
  readonly tasks: Tasks;
  readonly commands: Commands;

  constructor(api: AgentApi) {
    this.conversations = new Conversations(api);
    this.surroundings = new Surroundings(api);
    this.results = new Results(api);
    this.tasks = new Tasks(api);
    this.commands = new Commands(
      () => this.draft,
      () => this.surroundings.tools
    );
  }

  contextPillLabel = $derived.by(() => contextLabel(this.uiContext));
  isProdContext = $derived.by(() =>
    [this.uiContext?.envId ?? null, this._activeEnvId].some(
      (envId) => tierOf(envId, this.surroundings.environments) === 'prod'
    )
  );

  get dangerousCountdown(): number {
    return this.countdown.left;
  }
  get dangerousCountdownActive(): boolean {
    return this.countdown.active;
  }
  /** Milliseconds since the epoch, moving while a confirmation waits. */
  get now(): number {
    return this.countdown.now;
  }

  startDangerousCountdown(): void {
    this.countdown.start();
  }

  /** Once, when the page is mounted: the context is that of the visit. */
  setUIContextFromParams(params: URLSearchParams): void {
    this.uiContext = contextFromParams(params);
    this._activeEnvId = this.uiContext?.envId ?? null;
  }

  clearContext(): void {
    this.uiContext = null;
  }

  /** Both places that name an environment change together, so that neither can be stale. */
  updateActiveEnv(envId: string | null): void {
    this._activeEnvId = envId;
    if (this.uiContext) this.uiContext = { ...this.uiContext, envId };
  }

  setDraft(text: string): void {
    this.draft = text;
    keepDraft(this.conversationId, text);
  }

  dismissDenial(callId: string): void {
    this.dismissedDenials = new Set([...this.dismissedDenials, callId]);
  }

  /** What was written and perhaps never arrived goes back to where it was written. */
  protected keepUnsent(message: string | null | undefined): void {
    if (message && !this.draft.trim()) this.setDraft(message);
  }

  protected restoreDraft(): void {
    this.draft = keptDraft(this.conversationId);
  }
}
