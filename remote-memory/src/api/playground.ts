/** Requests of the playground: recall results and pinned questions. */
import type { PinnedQuestion, PinnedQuestionInput } from '@hindsight/shared-contracts/api';
import { useScopedKey, useScopedQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { settingsOnWire, type Settings } from '../model/playground';
import { toRankedMemory, type RankedMemory } from '../model/rankedMemory';
import { ignoreNotFound, type WriteContext } from './memoryWrites';

/** The response to one question with one set of settings. */
export interface Recalled {
  hits: RankedMemory[];
  /** The next hits, just beyond the limit. */
  justMissed: RankedMemory[];
  /** Archived memories that would otherwise be hits. */
  archived: RankedMemory[];
  /** The response in the form an agent reads. */
  text: string;
  /** In milliseconds. */
  searchTime: number;
}

interface Asked {
  question: string;
  conversation: string;
  settings: Settings;
}

/** Recall results as an agent gets them. The previous response stays while the next one loads. */
export function useRecall({ question, conversation, settings }: Asked, enabled: boolean) {
  const { agent_id, conversation_id, include_archived, ...rest } = settingsOnWire(settings, conversation);
  const query = {
    query: question,
    ...rest,
    include_archived: String(include_archived),
    ...(agent_id !== null && { agent_id }),
    ...(conversation_id !== null && { conversation_id }),
  };
  return useScopedQuery<Recalled>({
    key: ['memory-blocks', 'recall', query],
    load: async (api, signal) => {
      const found = await api.call('GET /memory-blocks/search/recall', { query, signal });
      return {
        hits: found.hits.map(toRankedMemory),
        justMissed: found.just_missed.map(toRankedMemory),
        archived: found.archived.map(toRankedMemory),
        text: found.text,
        searchTime: found.search_time_ms,
      };
    },
    enabled,
    keepPrevious: true,
  });
}

export function usePinnedQuestions() {
  return useScopedQuery({
    key: ['pinned-questions', 'list'],
    load: async (api, signal) => (await api.call('GET /pinned-questions/', { signal })).items,
  });
}

/** Refetches the pinned questions. */
export function useReloadPinnedQuestions(): () => Promise<void> {
  const client = useQueryClient();
  const key = useScopedKey();
  return () => client.invalidateQueries({ queryKey: key('pinned-questions') });
}

/** Pins a question, or replaces the settings and expected memories of a pinned one. */
export function pinQuestion(
  { api, scope }: WriteContext,
  body: PinnedQuestionInput,
  pinned: PinnedQuestion | undefined,
): Promise<PinnedQuestion> {
  return pinned
    ? api.call('PUT /pinned-questions/{id}', { params: { id: pinned.id }, body, scope })
    : api.call('POST /pinned-questions/', { body, scope });
}

/** Unpins a question. No-op if it is no longer pinned. */
export function unpinQuestion({ api, scope }: WriteContext, id: string): Promise<void> {
  return ignoreNotFound(api.call('DELETE /pinned-questions/{id}', { params: { id }, scope }));
}

/** Runs all pinned questions in one request. */
export async function runPinnedQuestions({ api, scope }: WriteContext) {
  return (await api.call('POST /pinned-questions/run', { body: {}, scope })).results;
}
