/** Texts of the review inbox; the specification gives none of them. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ReviewKind, ReviewVerdict } from '@hindsight/shared-contracts/api';
import type { IconName, Tag } from '@hindsight/shared-ui/core';
import type { ComponentProps } from 'react';

type TagTone = NonNullable<ComponentProps<typeof Tag>['tone']>;

interface KindTexts {
  /** One of them. */
  label: string;
  many: string;
  icon: IconName;
  accept: string;
  reject: string;
  /** What was done, by verdict. */
  done: Record<ReviewVerdict, string>;
}

const archiving = { accept: 'Archive', reject: 'Keep' };
const archived = { accept: 'Archived', reject: 'Kept', reopen: 'Waiting again' };

/** In the order of the filter. */
export const KINDS: Record<ReviewKind, KindTexts> = {
  secret: {
    label: 'Secret',
    many: 'Secrets',
    icon: 'lock',
    accept: 'Mask',
    reject: 'Not a secret',
    done: { accept: 'Masked', reject: 'Not a secret', reopen: 'Waiting again' },
  },
  feedback: {
    label: 'Negative feedback',
    many: 'Negative feedback',
    icon: 'warning',
    ...archiving,
    done: archived,
  },
  contradiction: {
    label: 'Contradiction',
    many: 'Contradictions',
    icon: 'opposed',
    accept: 'Keep newer',
    reject: 'Both are right',
    done: { accept: 'One kept', reject: 'Both kept', reopen: 'Waiting again' },
  },
  consolidation: {
    label: 'Consolidation',
    many: 'Consolidations',
    icon: 'consolidation',
    accept: 'Accept',
    reject: 'Reject',
    done: { accept: 'Merged', reject: 'Rejected', reopen: 'Waiting again' },
  },
  compaction: {
    label: 'Compaction',
    many: 'Compactions',
    icon: 'optimization',
    accept: 'Accept',
    reject: 'Reject',
    done: { accept: 'Compacted', reject: 'Rejected', reopen: 'Waiting again' },
  },
  keywords: {
    label: 'Keywords',
    many: 'Keywords',
    icon: 'keywords',
    accept: 'Add',
    reject: 'Reject',
    done: { accept: 'Keywords added', reject: 'Rejected', reopen: 'Waiting again' },
  },
  pruning: { label: 'Pruning', many: 'Pruning', icon: 'pruning', ...archiving, done: archived },
};

export const TONES: Record<ReviewVerdict, TagTone> = { accept: 'good', reject: 'neutral', reopen: 'note' };

/** What became of a contradiction of which one memory was kept. */
export const KEPT = { newer: 'Newer kept', older: 'Older kept' } as const;

const items = (count: number) => (count === 1 ? '1 item' : `${formatNumber(count)} items`);

/** A label with its number, or alone while the number is not known. */
const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${formatNumber(count)})`;

export const inboxTexts = {
  waiting: (count: number | undefined) => counted('Waiting', count),
  decided: 'Decided',
  all: (count: number | undefined) => counted('Everything', count),
  kind: (label: string, count: number | undefined) => counted(label, count),
  list: 'Items that wait for a decision',
  noun: { one: 'item', many: 'items' },
  selected: (count: number) => `${items(count)} selected`,
  select: (title: string) => `Select ${title}`,
  place: (index: number, count: number) => `${index + 1} of ${formatNumber(count)}`,
  untitled: 'Memory without text',
  more: (count: number) => `${items(count)} more are shown as you decide these.`,
  none: {
    title: 'Nothing waits for a decision',
    description:
      'Proposals to merge, shorten, tag or archive memories, secrets that were found, and memories that were rated wrong or contradict each other appear here.',
  },
  noneOfKind: { title: 'Nothing of this kind waits', action: 'Show everything' },
  noAccess: 'You cannot read what waits in this workspace',
  loadFailed: 'Failed to load what waits for a decision',
  shorterFailed: 'Failed to load the shorter text',
  itemFailed: 'Failed to load the memory',
  gone: 'This was decided or withdrawn meanwhile.',
  goneTag: 'No longer waiting',
  signIn: 'Sign in to decide.',
  done: (verdict: ReviewVerdict, kind: ReviewKind, count: number) =>
    count === 1
      ? KINDS[kind].done[verdict]
      : `${items(count)} ${verdict === 'reopen' ? 'wait again' : verdict === 'accept' ? 'accepted' : 'rejected'}`,
  failed: (count: number, total: number, reason: string) =>
    total === 1 ? reason : `${items(count)} of ${formatNumber(total)} could not be decided: ${reason}`,
  callFailed: (reason: string) => `Failed to decide: ${reason}`,
  underWay: 'decisions that are on their way',
  unsaved: 'your changes to a proposal',
  undoAll: 'Undo all',
  undoLast: 'Undo last',
  acceptCount: (count: number) => `Accept ${items(count)}`,
  rejectCount: (count: number) => `Reject ${items(count)}`,
  mask: {
    title: (count: number) => (count === 1 ? 'Mask this secret?' : `Mask ${formatNumber(count)} secrets?`),
    message: (count: number) =>
      count === 1
        ? 'It is removed from the memory and its earlier versions. This cannot be undone.'
        : 'They are removed from the memories and from their earlier versions. This cannot be undone.',
  },
  problems: { wrong: 'Wrong', outdated: 'Outdated' },
  keepOlder: 'Keep older',
  older: 'Older',
  newer: 'Newer',
  contradicting: 'What contradicts',
  wholeMemories: 'Whole memories',
  keywordsAdded: 'Keywords to add',
  noKeyword: 'Choose at least one keyword.',
  byFeedback: 'Rated negative',
  bySearch: 'Found in the text',
  by: (name: string) => `by ${name}`,
  decisions: 'Decisions',
  noDecisions: {
    title: 'Nothing has been decided yet',
    description: 'Who decided what in this workspace appears here.',
  },
  decisionsFailed: 'Failed to load the decisions',
};
