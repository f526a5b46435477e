import { formatNumber, type AuditKind } from '@hindsight/shared-contracts/rules';

/** Kinds of actions that concern an organization, in the order of the filter. */
export const KIND_LABELS: Readonly<Partial<Record<AuditKind, string>>> = {
  members: 'Members',
  invitations: 'Invitations',
  memories: 'Memories',
  reviews: 'Reviews',
  agents: 'Agents',
  keywords: 'Keywords',
  tokens: 'API tokens',
  organization: 'Organization',
};

export const auditTexts = {
  title: 'Audit trail',
  loading: 'Loading the audit trail',
  loadFailed: 'Failed to load the audit trail',
  moreFailed: (reason: string) => `Failed to load older entries: ${reason}`,
  none: 'No entries yet',
  noneHint: 'Changes to members, invitations, memories and more appear here.',
  noMatch: 'No matching entries',
  noMatchHint: 'Choose another kind of action, person or date.',
  former: 'Former member',
  alsoDone: (count: number) => `and ${formatNumber(count)} more ${count === 1 ? 'change' : 'changes'}`,
  shown: (count: number, hasMore: boolean) => {
    if (hasMore) return `The newest ${formatNumber(count)} entries`;
    return count === 1 ? '1 entry' : `${formatNumber(count)} entries`;
  },
  downloadFailed: (reason: string) => `Failed to download the audit trail: ${reason}`,
};
