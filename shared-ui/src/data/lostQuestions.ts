/** Finds pinned questions that would lose a memory through planned changes; every dialog runs this check before a change. */
import type { LostQuestion, PlannedChanges } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { MAX_CHECKED_CHANGES, describeError } from '@hindsight/shared-contracts/rules';

/** Maximum number of questions named; the rest are counted. */
const NAMED = 5;

interface Options {
  signal?: AbortSignal;
  /** Defaults to the active workspace. */
  scope?: ActiveScope;
}

/** Splits long lists into chunks that the service accepts. */
function splitChanges({ archived_ids: archived = [], deleted_ids: deleted = [], ...rest }: PlannedChanges) {
  const count = Math.max(1, Math.ceil(Math.max(archived.length, deleted.length) / MAX_CHECKED_CHANGES));
  return Array.from({ length: count }, (_, part): PlannedChanges => {
    const chunk = (ids: readonly string[]) =>
      ids.slice(part * MAX_CHECKED_CHANGES, (part + 1) * MAX_CHECKED_CHANGES);
    return { ...(part === 0 && rest), archived_ids: chunk(archived), deleted_ids: chunk(deleted) };
  });
}

/** The affected questions, without duplicates. Changes nothing. */
export async function findLostQuestions(
  api: ApiClient,
  changes: PlannedChanges,
  options: Options = {},
): Promise<LostQuestion[]> {
  const lost = new Map<string, LostQuestion>();
  for (const body of splitChanges(changes)) {
    const answer = await api.call('POST /pinned-questions/check', { body, ...options });
    for (const one of answer.lost) {
      const memories = [...(lost.get(one.id)?.memories ?? []), ...one.memories];
      lost.set(one.id, { ...one, memories });
    }
  }
  return [...lost.values()];
}

const quoteText = (text: string) => `“${text}”`;

/** One sentence with the questions and the memories that they would no longer find. */
function formatSentence(lost: readonly LostQuestion[]): string {
  const names = lost.slice(0, NAMED).map(({ question, memories }) => {
    const titles = memories.map(({ title }) => quoteText(title ?? 'a deleted memory'));
    return `${quoteText(question)} (${titles.join(', ')})`;
  });
  const rest = lost.length - names.length;
  const list = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return lost.length === 1
    ? `A pinned question would no longer find its expected memories: ${list}.`
    : `${lost.length} pinned questions would no longer find their expected memories: ${list}.`;
}

/** Message for a failed check. */
export const notCheckedText = (error: unknown) =>
  `Couldn’t check the pinned questions: ${describeError(error)}`;

/** Text of a dialog: the loss, or why the check failed. Null if nothing is lost. */
export async function lostQuestionsText(
  api: ApiClient,
  changes: PlannedChanges,
  options: Options = {},
): Promise<string | null> {
  try {
    const lost = await findLostQuestions(api, changes, options);
    return lost.length === 0 ? null : formatSentence(lost);
  } catch (error) {
    options.signal?.throwIfAborted();
    return notCheckedText(error);
  }
}
