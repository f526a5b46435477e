/** What this service can do beyond the common wire, as announced to the dashboard. */
import type { Capability } from '@hindsight/shared-contracts/api';
import type { Config } from '../config';

const ALWAYS: readonly Capability[] = [
  'memory.create',
  'memory.import',
  'memory.versions',
  'memory.restore',
  'memory.retrievals',
  'search.full-text',
  'search.hybrid',
  'keywords.counts',
  'agents.counts',
  'analytics.summary',
  'analytics.unused',
  'jobs',
  'consolidation.review',
  'invitations.counts',
  'notifications.read-all',
  'tokens.update',
  'tokens.activity',
  'tokens.device-grant',
  'events',
  'beta.mails',
  'secrets.findings',
];

/** Search by meaning is named only when an embeddings server is configured. */
export function capabilitiesOf(config: Pick<Config, 'embeddings'>): Capability[] {
  return config.embeddings ? [...ALWAYS, 'search.semantic'] : [...ALWAYS];
}
