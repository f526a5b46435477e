/** A memory that a search found, with the reasons why, and what the search said beside its hits. */
import type {
  Highlight,
  MeaningState,
  ScoredBlock,
  SearchAlternatives,
  SearchMetadata,
} from '@hindsight/shared-contracts/api';
import { toMemory, type Memory, type Rows } from './memory';

/** One reason why a memory was found, with its part of all reasons, 0 to 1. */
interface Reason {
  label: string;
  share: number;
}

export interface RankedMemory extends Memory {
  /** The method: a search by meaning may fall back to another. Absent in a list that was not searched. */
  foundBy?: ScoredBlock['search_type'];
  /** 0 to 1. */
  searchScore?: number;
  /** The best passages, best first. Absent for what was found by meaning alone, and in a list that was not searched. */
  highlights?: Highlight[];
  /** Absent in a list that was not searched. */
  reasons?: Reason[];
  /** A sentence of the service about the ranking. */
  explanation?: string;
  /** The memory in whose place this one is, and whose words match too. */
  supersedes?: ScoredBlock['supersedes'];
  /** Hits that say nearly the same or the opposite, in whose place it stands. */
  alike?: ScoredBlock['alike'];
}

/** What a search tells beside its hits. */
export interface SearchNotes {
  /** `total` is a lower bound. */
  isTotalInexact: boolean;
  corrections: { typed: string; word: string }[];
  unknownWords: string[];
  alternatives: SearchAlternatives | null;
  /** Memories of the workspace that cannot be found by meaning yet; null when there are none. */
  notIndexedByMeaning: { count: number; total: number } | null;
  /** Hits that hardly answer, and the nearest of them where nothing else was found; null when there are none. */
  weaker: SearchMetadata['weaker'] | null;
  /** What makes vectors and what is wrong with it; null where nothing does. */
  meaning: MeaningState | null;
}

export interface RankedRows extends Rows<RankedMemory> {
  notes?: SearchNotes;
}

/** What a part of a score is called, before the word that it belongs to. */
const LABELS: Record<string, (word: string) => string> = {
  word: (word) => `“${word}”`,
};

/** What a hit gains from where its words stand, and from what stands beside it. */
const CONTEXT: Record<string, string> = {
  nearness: 'Words close together',
  beside: 'Next to another match',
};

/** The words with their weights, and how much meaning adds; nothing for a hit without parts. */
function listReasons(parts: Record<string, number>): Reason[] {
  const words = Object.entries(parts)
    .filter(([, weight]) => weight > 0)
    .flatMap(([name, weight]) => {
      const [kind = '', ...word] = name.split(':');
      const label = LABELS[kind]?.(word.join(':'));
      return label === undefined ? [] : [{ label, weight }];
    });
  const context = Object.entries(CONTEXT).flatMap(([name, label]) => {
    const weight = parts[name] ?? 0;
    return weight > 0 ? [{ label, weight }] : [];
  });
  const found = [...words, ...context];
  const sum = found.reduce((total, { weight }) => total + weight, 0);
  const meaning = parts['semantic'] ?? parts['semantic_raw'] ?? 0;
  const byWords = sum === 0 ? 0 : (parts['fulltext'] ?? 1);
  const whole = byWords + meaning;
  if (whole === 0) return [];
  return [
    ...found.map(({ label, weight }) => ({ label, share: ((weight / sum) * byWords) / whole })),
    ...(meaning > 0 ? [{ label: 'Meaning', share: meaning / whole }] : []),
  ].sort((a, b) => b.share - a.share);
}

export function toRankedMemory(hit: ScoredBlock): RankedMemory {
  return {
    ...toMemory(hit),
    foundBy: hit.search_type,
    searchScore: hit.search_score,
    ...(hit.highlights && { highlights: hit.highlights }),
    reasons: listReasons(hit.score_components),
    explanation: hit.rank_explanation ?? '',
    supersedes: hit.supersedes,
    alike: hit.alike,
  };
}

export function collectNotes(metadata: SearchMetadata): SearchNotes {
  return {
    isTotalInexact: metadata.is_total_exact === false,
    corrections: (metadata.corrections ?? []).map(({ typed, term, word }) => ({ typed, word: word ?? term })),
    unknownWords: metadata.unknown_words ?? [],
    alternatives: metadata.alternatives ?? null,
    notIndexedByMeaning: metadata.not_indexed_by_meaning ?? null,
    weaker: metadata.weaker ?? null,
    meaning: metadata.meaning ?? null,
  };
}
