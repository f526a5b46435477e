/** A search hit with its reasons, and notes of the service on the search. */
import type {
  Highlight,
  MeaningState,
  ScoredBlock,
  SearchAlternatives,
  SearchMetadata,
} from '@hindsight/shared-contracts/api';
import { toMemory, type Memory, type Rows } from './memory';

/** A reason for a hit, with its share of the score, 0 to 1. */
interface Reason {
  label: string;
  share: number;
}

export interface RankedMemory extends Memory {
  /** Search method used; a semantic search may fall back to another. Absent outside a search. */
  foundBy?: ScoredBlock['search_type'];
  /** 0 to 1. */
  searchScore?: number;
  /** Best passages, best first. Absent for purely semantic hits and outside a search. */
  highlights?: Highlight[];
  /** Absent outside a search. */
  reasons?: Reason[];
  /** Explanation of the ranking by the service. */
  explanation?: string;
  /** The superseded memory that this hit replaces; its words match as well. */
  supersedes?: ScoredBlock['supersedes'];
  /** Hits with nearly the same or the opposite statement, folded into this one. */
  alike?: ScoredBlock['alike'];
}

/** Notes of the service on a search. */
export interface SearchNotes {
  /** `total` is a lower bound. */
  isTotalInexact: boolean;
  corrections: { typed: string; word: string }[];
  unknownWords: string[];
  alternatives: SearchAlternatives | null;
  /** Memories of the workspace that are not yet indexed for semantic search; null if there are none. */
  notIndexedByMeaning: { count: number; total: number } | null;
  /** Weak hits, and the closest of them if there are no other hits; null if there are none. */
  weaker: SearchMetadata['weaker'] | null;
  /** Embedding model and its current problem; null without a model. */
  meaning: MeaningState | null;
}

export interface RankedRows extends Rows<RankedMemory> {
  notes?: SearchNotes;
}

/** Labels of score components by kind, given the word they belong to. */
const LABELS: Record<string, (word: string) => string> = {
  word: (word) => `“${word}”`,
};

/** Labels of score boosts: words close together, and a position next to another match. */
const CONTEXT: Record<string, string> = {
  nearness: 'Words close together',
  beside: 'Next to another match',
};

/** Reasons of a hit: matched words with their weights, and the semantic share; empty without score components. */
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
