/** Texts of the review inbox, none of which the specification prescribes. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ReviewKind, ReviewVerdict } from '@hindsight/shared-contracts/api';
import type { IconName, Tag } from '@hindsight/shared-ui/core';
import type { ComponentProps } from 'react';

type TagTone = NonNullable<ComponentProps<typeof Tag>['tone']>;

interface KindTexts {
  /** Singular. */
  label: string;
  many: string;
  icon: IconName;
  accept: string;
  reject: string;
  /** Outcomes of accepting and rejecting. */
  done: Record<'accept' | 'reject', string>;
}

const archiving = { accept: 'Archive', reject: 'Keep' };
const archived = { accept: 'Archived', reject: 'Kept' };

/** In the order of the filter. */
export const KINDS: Record<ReviewKind, KindTexts> = {
  secret: {
    label: 'Secret',
    many: 'Secrets',
    icon: 'lock',
    accept: 'Redact',
    reject: 'Not a secret',
    done: { accept: 'Redacted', reject: 'Not a secret' },
  },
  feedback: {
    label: 'Negative feedback',
    many: 'Negative feedback',
    icon: 'warning',
    ...archiving,
    done: archived,
  },
  contradiction: {
    label: 'Conflict',
    many: 'Conflicts',
    icon: 'opposed',
    accept: 'Keep newer',
    reject: 'Both are right',
    done: { accept: 'One kept', reject: 'Both kept' },
  },
  consolidation: {
    label: 'Consolidation',
    many: 'Consolidations',
    icon: 'consolidation',
    accept: 'Accept',
    reject: 'Reject',
    done: { accept: 'Merged', reject: 'Rejected' },
  },
  compaction: {
    label: 'Compaction',
    many: 'Compactions',
    icon: 'optimization',
    accept: 'Accept',
    reject: 'Reject',
    done: { accept: 'Compacted', reject: 'Rejected' },
  },
  keywords: {
    label: 'Keywords',
    many: 'Keywords',
    icon: 'keywords',
    accept: 'Add',
    reject: 'Reject',
    done: { accept: 'Keywords added', reject: 'Rejected' },
  },
  pruning: { label: 'Pruning', many: 'Pruning', icon: 'pruning', ...archiving, done: archived },
};

export const TONES: Record<ReviewVerdict, TagTone> = {
  accept: 'good',
  reject: 'neutral',
  snooze: 'neutral',
  reopen: 'note',
};

const OF_EVERY_KIND = { snooze: 'Snoozed for a week', reopen: 'Moved back to pending' } as const;

/** Outcome of an item, by verdict. */
export const doneText = (kind: ReviewKind, verdict: ReviewVerdict): string =>
  verdict === 'accept' || verdict === 'reject' ? KINDS[kind].done[verdict] : OF_EVERY_KIND[verdict];

const DONE_WITH_MANY: Record<ReviewVerdict, string> = {
  accept: 'accepted',
  reject: 'rejected',
  snooze: 'snoozed for a week',
  reopen: 'moved back to pending',
};

/** Outcomes of a conflict in which one memory was kept. */
export const KEPT = { newer: 'Newer kept', older: 'Older kept' } as const;

const items = (count: number) => (count === 1 ? '1 item' : `${formatNumber(count)} items`);

/** A label with its count, or without it while the count is unknown. */
const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${formatNumber(count)})`;

export const inboxTexts = {
  waiting: (count: number | undefined) => counted('Pending', count),
  decided: 'Resolved',
  all: (count: number | undefined) => counted('Everything', count),
  kind: (label: string, count: number | undefined) => counted(label, count),
  list: 'Pending items',
  noun: { one: 'item', many: 'items' },
  selected: (count: number) => `${items(count)} selected`,
  select: (title: string) => `Select ${title}`,
  merges: (count: number) => `Consolidation of ${formatNumber(count)} memories`,
  place: (index: number, count: number) => `${index + 1} of ${formatNumber(count)}`,
  untitled: 'Empty memory',
  more: (count: number) =>
    count === 1
      ? '1 more item appears as you resolve these.'
      : `${formatNumber(count)} more items appear as you resolve these.`,
  none: {
    title: 'You’re all caught up',
    description:
      'Suggestions to merge, shorten, tag or archive memories, detected secrets, negative feedback and conflicting statements appear here.',
  },
  noneOfKind: { title: 'Nothing of this kind is pending', action: 'Show everything' },
  noAccess: 'You don’t have access to this workspace’s pending items',
  loadFailed: 'Failed to load the pending items',
  waitingFailed: 'Couldn’t load pending suggestions.',
  shorterFailed: 'Failed to load the shorter text',
  shorterMissing: (hasFailed: boolean) =>
    hasFailed
      ? 'Not accepted: the shorter text couldn’t be loaded.'
      : 'Not accepted yet: the shorter text is still loading.',
  itemFailed: 'Failed to load the memory',
  gone: 'Someone already resolved this, or it was withdrawn.',
  goneTag: 'No longer pending',
  signIn: 'Sign in to resolve items.',
  done: (verdict: ReviewVerdict, kind: ReviewKind, count: number) =>
    count === 1 ? doneText(kind, verdict) : `${items(count)} ${DONE_WITH_MANY[verdict]}`,
  failed: (count: number, total: number, reason: string) =>
    total === 1 ? reason : `Couldn’t resolve ${items(count)} of ${formatNumber(total)}: ${reason}`,
  callFailed: (reason: string) => `Failed to resolve: ${reason}`,
  underWay: 'decisions that are being saved',
  unsaved: 'your changes to a proposal',
  snooze: 'Snooze',
  acceptAll: {
    button: (kind: ReviewKind, count: number) =>
      `${kind === 'contradiction' ? 'Keep the newer of' : KINDS[kind].accept} all ${formatNumber(count)}`,
    message: 'You can undo each decision under Resolved.',
  },
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  keys: 'Press J to start',
  openInReview: 'Open in Review',
  undoAll: 'Undo all',
  undoLast: 'Undo last',
  acceptCount: (count: number) => `Accept ${items(count)}`,
  rejectCount: (count: number) => `Reject ${items(count)}`,
  mask: {
    title: (count: number) =>
      count === 1 ? 'Redact this secret?' : `Redact ${formatNumber(count)} secrets?`,
    message: (count: number) =>
      count === 1
        ? 'It is removed from the memory and its earlier versions. This cannot be undone.'
        : 'They are removed from the memories and from their earlier versions. This cannot be undone.',
  },
  problems: { wrong: 'Wrong', outdated: 'Outdated' },
  keepOlder: 'Keep older',
  older: 'Older',
  newer: 'Newer',
  contradicting: 'Conflicting statements',
  wholeMemories: 'Whole memories',
  keywordsAdded: 'Keywords to add',
  noKeyword: 'Choose at least one keyword.',
  by: (name: string) => `by ${name}`,
  decisions: 'Decisions',
  noDecisions: {
    title: 'Nothing resolved yet',
    description: 'Resolved items and who resolved them appear here.',
  },
  decisionsFailed: 'Failed to load the decisions',
};
