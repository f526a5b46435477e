/** What the workspace has for the typed text: its best memories, its agents and its keywords. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE, reasonOf, titleOf } from '@hindsight/shared-contracts/rules';
import { useEffect, useState } from 'react';
import { rank } from './rank';
import type { PaletteEntry } from './usePaletteEntries';

/** A pause in the typing after which the service is asked. */
const PAUSE_MS = 200;
/** A shorter text finds nearly everything. */
const SHORTEST = 2;
const MEMORIES = 5;
const OTHERS = 3;

export type Find = Omit<PaletteEntry, 'group'> & { group: 'Memories' | 'Agents' | 'Keywords' };

/** The text, once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/**
 * @param isOffered false where there is no page to open them.
 * @returns lines in their order, and why something could not be searched.
 */
export function useFinds(query: string, isOffered: boolean): { finds: Find[]; problem: string } {
  const navigate = useNavigate();
  const words = usePaused(query.trim());
  const enabled = isOffered && words.length >= SHORTEST;
  const memories = useScopedQuery({
    key: ['memory-blocks', 'palette', words],
    load: (api, signal) =>
      api.call('GET /memory-blocks/search/hybrid', { query: { query: words, limit: MEMORIES }, signal }),
    enabled,
  });
  const agents = useScopedQuery({
    key: ['agents', 'palette', words],
    load: (api, signal) =>
      api.call('GET /agents/search/', { query: { query: words, limit: OTHERS }, signal }),
    enabled,
  });
  const keywords = useScopedQuery({
    key: ['keywords', 'palette'],
    load: (api, signal) => api.call('GET /keywords/', { query: { limit: MAX_PAGE_SIZE }, signal }),
    enabled,
  });
  if (!enabled || words !== query.trim()) return { finds: [], problem: '' };

  const error = memories.error ?? agents.error ?? keywords.error;
  const texts = (keywords.data ?? []).map(({ keyword_text: label }) => ({ label }));
  return {
    problem: error ? `Not everything could be searched: ${reasonOf(error)}` : '',
    finds: [
      ...(memories.data ?? []).map(({ id, content, lessons_learned: lesson, agent_name: agent }): Find => ({
        key: `memory ${id}`,
        group: 'Memories',
        label: titleOf({ content, lesson: lesson ?? '' }),
        icon: 'memory',
        ...(agent && { detail: agent }),
        run: () => void navigate(`/memory-blocks/${id}`),
      })),
      ...(agents.data ?? []).map(({ agent_id: id, agent_name: label }): Find => ({
        key: `agent ${id}`,
        group: 'Agents',
        label,
        icon: 'agents',
        run: () => void navigate(`/agents?${new URLSearchParams({ agent: id }).toString()}`),
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
    ],
  };
}
