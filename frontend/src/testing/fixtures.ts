import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentEvent, ConfirmMetadataV2 } from '$lib/models/AgentChatTypes';

const SPECS = resolve(import.meta.dirname, '../../../specs');

function read<T>(path: string): T {
  return JSON.parse(readFileSync(resolve(SPECS, path), 'utf8')) as T;
}

export const eventNames = readdirSync(resolve(SPECS, 'events'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5) as AgentEvent['type']);

type EventOf<Name extends AgentEvent['type']> = Extract<AgentEvent, { type: Name }>;

/** The example of an event, with other fields where a test needs them. */
export function event<Name extends AgentEvent['type']>(
  name: Name,
  fields: Partial<EventOf<Name>> = {}
): EventOf<Name> {
  return { ...read<EventOf<Name>>(`events/${name}.json`), ...fields };
}
export const modelFixture = <T>(name: string): T => read<T>(`fixtures/model/${name}.json`);

/** The metadata of the example card, valid for another half hour from now. */
export function metadata(fields: Partial<ConfirmMetadataV2> = {}): ConfirmMetadataV2 {
  const expires_at = new Date(Date.now() + 30 * 60_000).toISOString();
  return { ...event('confirm_required').metadata, expires_at, ...fields };
}
