/** Workspace results for the typed text: saved views, best memories, their conversations, agents, keywords and members. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { ApiError, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  MAX_AGENT_NAME,
  MAX_KEYWORD,
  MAX_PAGE_SIZE,
  describeError,
  SINCE_VISIT,
  sinceVisit,
  memoryTitle,
  UUID_PATTERN,
} from '@hindsight/shared-contracts/rules';
import { useEffect, useState } from 'react';
import { useLastVisit, useSavedViews } from '../shell/viewQueries';
import { rank } from './rank';
import type { PaletteEntry } from './usePaletteEntries';

/** Debounce of the requests, in milliseconds. */
const PAUSE_MS = 200;
/** Minimum length, because a shorter text matches nearly everything. */
const SHORTEST = 2;
const MEMORIES = 5;
const NOT_FOUND = 404;
const OTHERS = 3;

type FindGroup = 'Views' | 'Memories' | 'Conversations' | 'Agents' | 'Keywords' | 'People';

type FoundMemory = Pick<MemoryBlock, 'id' | 'conversation_id' | 'content' | 'lessons_learned' | 'agent_name'>;

export type Find = Omit<PaletteEntry, 'group'> & { group: FindGroup };

export interface Finds {
  finds: Find[];
  /** Error message when some search failed; empty otherwise. */
  problem: string;
  /** All searches for the current text have completed. */
  isDone: boolean;
}

/** Finds a memory by id, or else the newest memory of a conversation. Empty when neither exists. */
async function findById(api: ApiClient, id: string, signal: AbortSignal): Promise<FoundMemory[]> {
  try {
    return [await api.call('GET /memory-blocks/{id}', { params: { id }, signal })];
  } catch (error) {
    if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
  }
  const query = { conversation_id: id, include_archived: 'true', limit: 1 };
  return (await api.call('GET /memory-blocks/', { query, signal })).items;
}

/** Debounced text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Members of the active organization, for users who may see them. */
function usePeople(words: string, enabled: boolean) {
  const { scope, session } = useShell();
  const id = scope.organizationId;
  const people = useScopedQuery({
    key: ['members', 'palette'],
    load: (api, signal) => api.call('GET /organizations/{id}/members', { params: { id: id ?? '' }, signal }),
    enabled: enabled && id !== null && session.status === 'signed-in',
  });
  const named = (people.data ?? []).map(({ user_id: key, display_name: name, email }) => ({
    key,
    label: name ?? email,
    detail: email,
    keywords: email,
  }));
  return { people, found: rank(named, words).slice(0, OTHERS), organization: id };
}

/** Saved views of the memory list, and the view of memories that are new since the last visit, for signed-in users. */
function useViews(words: string, enabled: boolean) {
  const { session } = useShell();
  const isAsked = enabled && session.status === 'signed-in';
  const views = useSavedViews(isAsked);
  const isVisitMeant = rank([{ label: SINCE_VISIT }], words).length > 0;
  const visit = useLastVisit(isAsked && isVisitMeant);
  const view = (key: string, label: string, detail: string, parameters: Record<string, string>) => ({
    key: `view ${key}`,
    label,
    detail,
    path: `/memory-blocks?${new URLSearchParams(parameters).toString()}`,
  });
  const { data: since } = visit;
  const named = [
    ...(since && !since.is_first
      ? [view('last-visit', SINCE_VISIT, 'Your view', sinceVisit(since.since))]
      : []),
    ...(views.data?.items ?? []).map(({ id, name, is_shared: isShared, parameters }) =>
      view(id, name, isShared ? 'Shared view' : 'Your view', parameters),
    ),
  ];
  return { asked: [views, visit], foundViews: rank(named, words).slice(0, OTHERS) };
}

/**
 * @param isOffered false when no page exists to open the results.
 * @returns lines in order, and an error message if some search failed.
 */
export function useFinds(query: string, isOffered: boolean): Finds {
  const navigate = useNavigate();
  const words = usePaused(query.trim());
  const enabled = isOffered && words.length >= SHORTEST;
  const memories = useScopedQuery({
    key: ['memory-blocks', 'palette', words],
    load: (api, signal): Promise<FoundMemory[]> =>
      UUID_PATTERN.test(words)
        ? findById(api, words, signal)
        : api.call('GET /memory-blocks/search/hybrid', { query: { query: words, limit: MEMORIES }, signal }),
    enabled,
  });
  const agents = useScopedQuery({
    key: ['agents', 'palette', words],
    load: (api, signal) =>
      api.call('GET /agents/search/', { query: { query: words, limit: OTHERS }, signal }),
    // A longer text cannot be an agent name.
    enabled: enabled && words.length <= MAX_AGENT_NAME,
  });
  const keywords = useScopedQuery({
    key: ['keywords', 'palette', words],
    load: (api, signal) =>
      api.call('GET /keywords/', { query: { query: words, limit: MAX_PAGE_SIZE }, signal }),
    enabled: enabled && words.length <= MAX_KEYWORD,
  });
  const { people, found, organization } = usePeople(words, enabled);
  const { asked: askedViews, foundViews } = useViews(words, enabled);
  if (!enabled || words !== query.trim()) return { finds: [], problem: '', isDone: false };

  const asked = [memories, agents, keywords, people, ...askedViews];
  const error = asked.find((one) => one.error)?.error;
  const texts = (keywords.data ?? []).map(({ keyword_text: label }) => ({ label }));
  const conversations = new Map(
    (memories.data ?? []).map((memory) => [memory.conversation_id, titleOfMemory(memory)] as const),
  );
  return {
    isDone: asked.every((one) => !one.isLoading),
    problem: error ? `Some results couldn’t be loaded: ${describeError(error)}` : '',
    finds: [
      ...foundViews.map(({ path, ...view }): Find => ({
        ...view,
        group: 'Views',
        icon: 'filter',
        run: () => void navigate(path),
      })),
      ...(memories.data ?? []).map((memory): Find => ({
        key: `memory ${memory.id}`,
        group: 'Memories',
        label: titleOfMemory(memory),
        icon: 'memory',
        detail: memory.agent_name,
        run: () => void navigate(`/memory-blocks/${memory.id}`),
      })),
      ...(agents.data ?? []).map(({ agent_id: id, agent_name: label }): Find => ({
        key: `agent ${id}`,
        group: 'Agents',
        label,
        icon: 'agents',
        run: () => void navigate(`/agents/${encodeURIComponent(id)}`),
      })),
      ...rank(texts, words)
        .slice(0, OTHERS)
        .map(({ label }): Find => ({
          key: `keyword ${label}`,
          group: 'Keywords',
          label,
          icon: 'keywords',
          run: () => void navigate(`/keywords?${new URLSearchParams({ search: label }).toString()}`),
        })),
      ...found.map(({ key, label, detail }): Find => ({
        key: `person ${key}`,
        group: 'People',
        label,
        detail,
        icon: 'user',
        run: () => void navigate({ search: `?organizations=${organization}` }),
      })),
      ...[...conversations].slice(0, OTHERS).map(([id, title]): Find => ({
        key: `conversation ${id}`,
        group: 'Conversations',
        label: `Conversation: ${title}`,
        icon: 'conversation',
        run: () => void navigate(`/conversations/${encodeURIComponent(id)}`),
      })),
    ],
  };
}

const titleOfMemory = ({ content, lessons_learned: lesson }: FoundMemory) =>
  memoryTitle({ content, lesson: lesson ?? '' });
