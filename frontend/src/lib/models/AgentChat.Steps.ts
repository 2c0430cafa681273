import { contextLabel } from './AgentChat.Context';
import { t } from '$lib/i18n/index.svelte';
import type { Turn } from './AgentChatTimeline';

export type StepName = 'context' | 'tools' | 'thinking' | 'acting' | 'answer';
export interface Step {
  name: StepName;
  label: string;
  state: 'done' | 'active' | 'pending' | 'skipped';
}

/** How far a turn has come, in the five steps that a person is shown. */
export function stepsOf(turn: Turn): Step[] {
  const calls = turn.parts.filter(
    (part) => part.kind === 'tool' || part.kind === 'denied' || part.kind === 'confirmation'
  );
  const last = turn.parts.at(-1);
  const ended = turn.finishReason !== null && turn.finishReason !== 'awaiting_confirmation';
  const acts = last?.kind === 'confirmation' || (last?.kind === 'tool' && isRunning(last.call.status));
  const current: StepName = !turn.pipeline
    ? 'tools'
    : last?.kind === 'text'
      ? 'answer'
      : acts
        ? 'acting'
        : 'thinking';
  const answered = turn.parts.some((part) => part.kind === 'text');
  const happened: Record<StepName, boolean> = {
    context: true,
    tools: turn.pipeline !== null,
    thinking: calls.length > 0 || answered,
    acting: calls.length > 0,
    answer: answered
  };
  const labels: Record<StepName, string> = {
    context: contextLabel(turn.uicontext),
    tools: turn.pipeline ? t('step.tools_count', { n: turn.pipeline.tools.length }) : t('step.tools'),
    thinking: t('step.thinking'),
    acting: calls.length ? t('step.acting_count', { n: new Set(calls.map(callOf)).size }) : t('step.acting'),
    answer: t('step.answer')
  };
  const names: StepName[] = ['context', 'tools', 'thinking', 'acting', 'answer'];
  return names.map((name) => ({
    name,
    label: labels[name],
    state: !ended && name === current ? 'active' : happened[name] ? 'done' : ended ? 'skipped' : 'pending'
  }));
}

function isRunning(status: string): boolean {
  return status === 'executing' || status === 'retrying';
}

function callOf(part: Turn['parts'][number]): string {
  if (part.kind === 'tool') return part.call.callId;
  return part.kind === 'confirmation' || part.kind === 'denied' ? part.metadata.call_id : part.key;
}
