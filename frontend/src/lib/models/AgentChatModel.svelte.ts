import type { AgentApi } from '$lib/api/AgentApi';
import { ApiProblem, problemFrom } from '$lib/api/problem';
import type { Frame } from '$lib/api/sse';
import { ConnectionManager, type Open } from './AgentChat.ConnectionManager.svelte';
import { PageState } from './AgentChat.PageState.svelte';
import { StreamProcessor, type Receipt, type Schedule } from './AgentChat.StreamProcessor.svelte';
import {
  alternativesOf,
  chatStateOf,
  decisionRequest,
  messageRequest,
  newId,
  newTurn,
  pendingOf,
  withMessage,
  withoutTurn,
  withRecords,
  withUnsent,
  type ChatState,
  type Turn
} from './AgentChatTimeline';
import type { AgentEvent, Conversation } from './AgentChatTypes';

export interface ChatSettings {
  api: AgentApi;
  /** A new conversation got its id from the service. */
  onConversation?: (id: string) => void;
  schedule?: Schedule;
}

/** All that the chat page shows and may do. Components read it and call its verbs; none of them keeps chat state. */
export class AgentChatModel extends PageState {
  readonly connection: ConnectionManager;
  readonly #stream: StreamProcessor;
  readonly #api: AgentApi;
  readonly #onConversation: (id: string) => void;
  #opening: AbortController | null = null;
  /** The last event that the service is known to have. */
  #expectedLast = 0;
  #watched: string | null = null;
  #title = $state<string | null>(null);

  constructor({ api, onConversation = () => undefined, schedule }: ChatSettings) {
    super(api);
    this.#api = api;
    this.#onConversation = onConversation;
    this.#stream = new StreamProcessor(() => this.#applied(), schedule);
    this.connection = new ConnectionManager({
      reopen: () => this.#reopen(),
      receive: (frame, strict) => this.receive(frame, strict),
      isSettled: () => this.#isSettled(),
      stillRuns: (signal) => this.#stillRuns(signal),
      onRefused: (problem) => this.#refused(problem),
      onUnreachable: () => this.#stream.change(withUnsent)
    });
  }

  get state(): ChatState {
    return chatStateOf(this.connection.link, this.#stream.timeline);
  }
  get title(): string | null {
    return this.conversations.titleOf(this.conversationId) ?? this.#title;
  }
  get turns(): Turn[] {
    return this.#stream.timeline.turns;
  }
  get waiting() {
    return this.#stream.timeline.waiting;
  }
  get waitingExpired(): boolean {
    return this.waiting !== null && Date.parse(this.waiting.expires_at) <= this.now;
  }
  get permissionAlternatives() {
    return alternativesOf(this.turns);
  }
  get lastEventId() {
    return this.#stream.lastSeen;
  }
  get #cut(): boolean {
    return this.connection.link === 'waiting' || this.connection.link === 'lost';
  }

  /** One event, at once. A stream goes through the processor, which gathers what arrives between two paints. */
  apply(event: AgentEvent, id = 0): void {
    this.#stream.apply(event, id);
  }

  /** One frame of a stream, in order; it is shown with the next paint. */
  receive(frame: Frame, strict = false): Receipt {
    return this.#stream.receive(frame, strict);
  }

  /** Opens a conversation as the service has it, and follows it while it runs; null begins a new one. */
  async open(id: string | null): Promise<void> {
    if (id === this.conversationId) return;
    this.#leave();
    this.conversationId = id;
    this.restoreDraft();
    if (id === null) return;
    const { signal } = (this.#opening = new AbortController());
    this.loading = true;
    try {
      const conversation = await this.#api.conversation(id, signal);
      if (signal.aborted) return;
      this.#adopt(conversation);
      this.loading = false;
      await this.#follow(null);
    } catch (error) {
      if (signal.aborted) return;
      this.loading = false;
      this.notice = problemFrom(error);
    }
  }

  /** Sends a message; false when it cannot go now (empty, something runs, a confirmation waits). */
  send(text: string, messageId: string = newId()): boolean {
    const message = text.trim();
    if (!message || this.state === 'streaming' || this.#cut || this.loading) return false;
    if (this.waiting) {
      this.blockedMessage = message;
      return false;
    }
    this.notice = this.blockedMessage = null;
    if (this.draft.trim() === message) this.setDraft('');
    const uicontext = $state.snapshot(this.uiContext);
    const turn = newTurn(messageId, { messageId, message, startedAt: new Date().toISOString(), uicontext });
    this.#stream.change((timeline) => withMessage(timeline, turn));
    const body = messageRequest(turn, this.conversationId, this._activeEnvId);
    void this.#follow(async (signal) => {
      const response = await this.#api.openMessage(body, signal);
      this.#named(response.headers.get('X-Conversation-Id'));
      return response;
    });
    return true;
  }

  /** Asks the same once more; a message that never arrived keeps its id, so it cannot be taken twice. */
  resend(turn: Turn): boolean {
    if (turn.undoes) return this.undo(turn.undoes, turn.message ?? '');
    return this.send(turn.message ?? '', turn.unsent && turn.messageId ? turn.messageId : newId());
  }

  /** Asks for the plan that undoes an action; nothing happens before that plan is approved like any other. */
  undo(actionId: string, message: string): boolean {
    if (this.waiting || this.state === 'streaming' || this.#cut || this.loading) return false;
    this.notice = null;
    const startedAt = new Date().toISOString();
    const turn = newTurn(newId(), { message, startedAt, undoes: actionId });
    this.#stream.change((timeline) => withMessage(timeline, turn));
    void this.#follow((signal) => this.#api.openUndo(actionId, signal));
    return true;
  }

  /** Answers the waiting confirmation, once; with changes nothing runs, and a new plan comes to be read. A dangerous call cannot be approved while its countdown runs. */
  decide(decision: 'approve' | 'deny', reason = '', changes: Record<string, unknown> = {}): boolean {
    const { waiting, conversationId: id } = this;
    if (!waiting || !id || this.deciding || this.waitingExpired || this.#cut) return false;
    if (decision === 'approve' && this.dangerousCountdownActive) return false;
    this.deciding = decision;
    this.notice = null;
    const body = decisionRequest(waiting, decision, reason, changes);
    void this.#follow((signal) => this.#api.openDecision(id, body, signal));
    return true;
  }

  async stop(): Promise<void> {
    if (!this.conversationId || this.stopping) return;
    this.stopping = true;
    try {
      await this.#api.cancel(this.conversationId);
    } catch (error) {
      this.notice = problemFrom(error);
    }
    if (this.connection.link === 'closed') await this.sync();
    this.stopping = false;
  }

  async cancelWaitingAndSend(): Promise<void> {
    const { blockedMessage: message, conversationId: id } = this;
    this.blockedMessage = null;
    await this.stop();
    if (message !== null && id === this.conversationId) this.send(message);
  }

  /** Tries again now: the person asks for it, the network came back, or the machine woke. */
  reconnect(): void {
    if (this.connection.link === 'lost') void this.#follow(null);
    else this.connection.hurry();
  }

  /** Catches up with what happened elsewhere: in another tab, or while the machine slept. */
  async sync(): Promise<void> {
    if (this.#cut) return this.reconnect();
    const id = this.conversationId;
    if (id === null || this.connection.link !== 'closed' || this.loading) return;
    try {
      const conversation = await this.#api.conversation(id);
      if (id !== this.conversationId || this.connection.link !== 'closed') return;
      this.#adopt(conversation);
      if (this.#expectedLast > this.lastEventId || conversation.state === 'running') await this.#follow(null);
    } catch (error) {
      if (id === this.conversationId) this.notice = problemFrom(error);
    }
  }

  dispose(): void {
    this.#leave();
    this.conversations.stop();
  }

  #leave(): void {
    const lost = this.turns.findLast((turn) => turn.unsent || (this.#cut && turn.turnId === null));
    this.keepUnsent(lost?.undoes ? null : lost?.message);
    this.#opening?.abort();
    this.connection.stop();
    this.#stream.reset();
    this.countdown.stop();
    this.#expectedLast = 0;
    this.#watched = null;
    this.#title = null;
    this.notice = this.blockedMessage = this.deciding = null;
    this.loading = false;
  }

  async #follow(first: Open | null): Promise<void> {
    const ending = await this.connection.run(first);
    if (ending === 'superseded') return;
    this.#stream.flush();
    if (ending === 'lost') return;
    if (this.deciding && this.waiting) this.notice = new ApiProblem({ status: 0, code: 'answer_lost' });
    this.deciding = null;
    if (first) await this.conversations.refresh();
  }

  #reopen(): Open | null {
    const id = this.conversationId;
    return id === null ? null : (signal) => this.#api.openEvents(id, this.lastEventId, signal);
  }

  #named(id: string | null): void {
    if (id === null || id === this.conversationId) return;
    this.conversationId = id;
    this.#onConversation(id);
  }

  #adopt(conversation: Conversation): void {
    this.#title = conversation.title;
    this.#expectedLast = Number(conversation.last_event_id) || 0;
    this.#stream.change((timeline) => withRecords(timeline, conversation));
  }

  #isSettled(): boolean {
    this.#stream.flush();
    const runs = this.#stream.timeline.phase === 'running' || this.deciding !== null;
    return !runs && this.lastEventId >= this.#expectedLast;
  }

  /** A stream ended without a word: the service says what holds, and that becomes the state of the page. */
  async #stillRuns(signal: AbortSignal): Promise<boolean> {
    const id = this.conversationId;
    if (id === null) return false;
    const conversation = await this.#api.conversation(id, signal);
    if (signal.aborted) return false;
    this.#adopt(conversation);
    if (conversation.state === 'running' || this.lastEventId < this.#expectedLast) return true;
    const waiting = conversation.state === 'awaiting_confirmation' ? conversation.confirmation : null;
    this.#stream.change((timeline) =>
      withUnsent({ ...timeline, phase: waiting ? 'awaiting' : 'idle', waiting })
    );
    this.#applied();
    return false;
  }

  #refused(problem: ApiProblem): void {
    this.notice = problem;
    this.deciding = null;
    const pending = pendingOf(this.#stream.timeline);
    if (pending) {
      this.#stream.change((timeline) => withoutTurn(timeline, pending));
      if (!this.draft && pending.message && !pending.undoes) this.setDraft(pending.message);
      if (problem.code === 'confirmation_pending') this.blockedMessage = pending.message;
    }
    // What the service refused rests on something that this page has not seen yet.
    if (problem.status === 409 || problem.code === 'confirmation_unknown')
      queueMicrotask(() => void this.sync());
  }

  #applied(): void {
    this.#named(this.#stream.conversationId);
    const { waiting } = this;
    const id = waiting?.confirmation_id ?? null;
    if (id === this.#watched) return;
    this.#watched = id;
    this.deciding = null;
    this.countdown.stop();
    if (!waiting) return;
    this.countdown.runClock();
    if (waiting.dangerous) this.startDangerousCountdown();
  }
}
