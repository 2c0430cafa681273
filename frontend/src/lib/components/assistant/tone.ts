import type { ConfirmMetadataV2, Tier } from '$lib/models/AgentChatTypes';

export type Tone =
  'read' | 'write_dev' | 'write_staging' | 'write_prod' | 'dangerous' | 'loading_confirm' | 'loading_deny';

/** How the card looks. What nobody knows the tier of is treated as production. */
export function toneOf(metadata: ConfirmMetadataV2, deciding: 'approve' | 'deny' | null): Tone {
  if (deciding) return deciding === 'approve' ? 'loading_confirm' : 'loading_deny';
  if (metadata.dangerous) return 'dangerous';
  if (metadata.risk === 'read') return 'read';
  return metadata.env_context === null ? 'write_prod' : `write_${metadata.env_context}`;
}

export type BadgeTone = 'neutral' | 'ok' | 'info' | 'warn' | 'danger';

export function tierTone(tier: Tier): BadgeTone {
  if (tier === 'dev') return 'info';
  return tier === 'staging' ? 'warn' : 'danger';
}

/** A link to a Superset, or null when it is no web address. */
export function webAddress(url: string | null): string | null {
  try {
    const parsed = new URL(url ?? '');
    return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed.href : null;
  } catch {
    return null;
  }
}
