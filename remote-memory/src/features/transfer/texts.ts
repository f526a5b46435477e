import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { SecretMode } from '@hindsight/shared-contracts/api';
import { memoriesText } from '../../model/countTexts';
import type { SecretChoice } from '../../model/importSecrets';
import type { Match, Texts } from '../../model/duplicates';

export const ALL_EXPORTED = 'this workspace, not counting archived memories';
export const FILTERED_EXPORTED = 'memories that match your filters';
export const CHOSEN_EXPORTED = 'the memories you selected';
export const HITS_EXPORTED = 'your search results';
export const IMPORT_INTRODUCTION =
  'An export from this dashboard or another memory tool (JSON, JSONL, CSV or ZIP), Markdown such as CLAUDE.md, or a list of facts. You review everything before it is stored.';
export const FILE_TOO_LARGE = 'The file is larger than 50 MB.';
export const FILE_UNREADABLE = 'Couldn’t read the file.';
export const MARKDOWN_HINT =
  'In Markdown, each bullet becomes a lesson, with the headings above it as its context.';
export const WITH_ARCHIVED = 'Include archived memories';
export const AGENT_HINT = 'Used for memories whose agent isn’t in this workspace.';
export const NEW_AGENT = 'A new agent…';
export const ANSWER_LOST = 'The response was lost. Try again: nothing is stored twice.';
export const GOES_ON = 'The import resumes when you’re back online.';
export const UNDONE = 'Import undone';
export const NOT_UNDONE = 'Couldn’t undo all of the import.';

export const CHECKING = 'Checking for secrets';
export const NO_SECRETS = 'No secrets found.';
/** Default handling of secrets by the workspace. */
export const SECRETS_HERE: Record<SecretMode, string> = {
  mark: 'This workspace stores them as they are, unless you choose otherwise.',
  mask: 'This workspace redacts secrets in every import.',
  refuse: 'This workspace refuses memories with secrets, unless they are redacted first.',
};
export const SECRETS_QUESTION = 'Memories with secrets';
export const SECRET_OPTIONS: Record<SecretChoice, { label: string; hint?: string }> = {
  keep: {
    label: 'Import them as they are',
    hint: 'Everyone who can read this workspace can read the secrets.',
  },
  mask: {
    label: 'Redact their secrets',
    hint: 'Each is replaced by a note such as [secret removed: GitHub token].',
  },
  leave: { label: 'Leave them out' },
};

/** `3 of 20,000 memories look like they contain secrets: GitHub token (2), password.` */
export function secretsText(count: number, total: number, kinds: string): string {
  const verb = count === 1 ? 'looks like it contains a secret' : 'look like they contain secrets';
  return `${formatNumber(count)} of ${memoriesText(total)} ${verb}: ${kinds}.`;
}

/** Number of memories not checked for secrets. @param reason why the check ended; empty if the person skipped it. */
export function uncheckedText(count: number, reason: string): string {
  const was = count === 1 ? 'was' : 'were';
  const because = reason === '' ? '.' : `: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
  return `${memoriesText(count)} ${was} not checked for secrets${because} You can import anyway.`;
}

/** Maximum number of names to list; more are counted. */
const LISTED_NAMES = 5;

/** `Create 2 keywords missing from this workspace: cache, dns`. */
export function missingText(noun: 'agent' | 'keyword', names: readonly string[]): string {
  const rest = names.length - LISTED_NAMES;
  const listed = names.slice(0, LISTED_NAMES).join(', ');
  const what = `${formatNumber(names.length)} ${noun}${names.length === 1 ? '' : 's'}`;
  return `Create ${what} missing from this workspace: ${listed}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}

/** How a memory of the file matches a known one. */
export function matchText(match: Match): string {
  const what = `“${match.known.title}”`;
  if (match.kind === 'same') return `The same as ${what}`;
  return `${Math.round(match.share * 100)}% of the words match ${what}`;
}

export const FIELD_LABELS: Record<keyof Texts, string> = {
  content: 'Content',
  lesson: 'Lessons learned',
  errors: 'Errors',
};

interface PlanCounts {
  fresh: number;
  same: number;
  similar: number;
  /** Memories with unreadable fields. */
  partial: number;
  unreadable: number;
}

/** `Couldn’t read these fields: created_at, keywords` */
export const unreadText = (fields: readonly string[]) => `Couldn’t read these fields: ${fields.join(', ')}`;

/** `12 new, 3 already here, 1 similar to another.` */
export function planText({ fresh, same, similar, partial, unreadable }: PlanCounts): string {
  const parts = [
    `${formatNumber(fresh)} new`,
    `${formatNumber(same)} already here`,
    `${formatNumber(similar)} similar to another`,
    ...(partial > 0 ? [`${formatNumber(partial)} partly readable`] : []),
    ...(unreadable > 0 ? [`${formatNumber(unreadable)} left out`] : []),
  ];
  return `${parts.join(', ')}.`;
}
export const COMPARE_FAILED =
  'Nothing was imported because the memories couldn’t be compared with this workspace:';
