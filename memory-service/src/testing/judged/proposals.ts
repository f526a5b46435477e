/** Proposal quality: labeled pairs of texts, with precision and recall per kind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { groupSimilar } from '../../features/curation/minHash';
import type { Near } from '../../features/curation/nearPairs';
import { findContradiction, findStatements } from '../../platform/text/rules/contradictions';
import { findWarning } from '../../features/curation/lastingContent';
import { findConflict } from '../../features/curation/textWork';
import { findLastingContent } from '../../features/curation/lastingContent';
import { scoreForPruning, WORTH_KEEPING } from '../../features/curation/pruningScore';
import memories from './memories.json';
import labeled from './proposals.json';

/** README sections of the packages installed at `root`, sampled evenly. */
export function publicTexts(root: string, count: number): string[] {
  const store = path.join(root, 'node_modules/.pnpm');
  const sections = readdirSync(store)
    .sort()
    .map((folder) => {
      // Folders are named “name@1.0.0(peers)”, with a plus for a slash.
      const name = folder.slice(0, folder.indexOf('@', 1)).replace('+', '/');
      return path.join(store, folder, 'node_modules', name, 'README.md');
    })
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .replaceAll('\r', '')
        .split(/^(?=#{1,3} )/m),
    )
    .map((section) => section.trim())
    .filter(({ length }) => length > 300 && length < 6000);
  const texts = [...new Set(sections)];
  return Array.from({ length: count }, (_, n) => texts[Math.floor((n * texts.length) / count)]!);
}

type PairKind = 'equal' | 'contained' | 'reworded' | 'paraphrase' | 'lookalike' | 'conflict';

export interface LabeledPair {
  kind: PairKind;
  texts: readonly [string, string];
}

/** Kinds of pairs with the same meaning. */
const DUPLICATES: readonly PairKind[] = ['equal', 'contained', 'reworded', 'paraphrase'];

const SECTIONS = 30;

/** Equal, contained and similar texts are sections of public READMEs; the others are handwritten. */
export function labeledPairs(root: string): LabeledPair[] {
  const sections = publicTexts(root, 3 * SECTIONS);
  const part = (n: number) => sections.slice(n * SECTIONS, (n + 1) * SECTIONS);
  const pairs = (kind: PairKind, texts: readonly (readonly string[])[]) =>
    texts.map((pair): LabeledPair => ({ kind, texts: pair as [string, string] }));
  return [
    ...pairs(
      'equal',
      part(0).map((text) => [text, text]),
    ),
    ...pairs(
      'contained',
      part(1).map((text, n) => [text, `${part(2)[n]}\n\n${text}`]),
    ),
    ...pairs('reworded', labeled.reworded),
    ...pairs('paraphrase', labeled.paraphrase),
    ...pairs('lookalike', labeled.lookalike),
    ...pairs('conflict', labeled.conflict),
  ];
}

export interface Measure {
  /** Share of correct proposals; 1 without any. */
  precision: number;
  recall: number;
  /** Found and total, by label. */
  found: Readonly<Record<string, readonly [found: number, of: number]>>;
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

function measure(
  labels: readonly string[],
  right: ReadonlySet<string>,
  isFound: (n: number) => boolean,
): Measure {
  const found: Record<string, [number, number]> = {};
  for (const [n, label] of labels.entries()) {
    const counts = (found[label] ??= [0, 0]);
    counts[1] += 1;
    if (isFound(n)) counts[0] += 1;
  }
  const total = (isRight: boolean, at: 0 | 1) =>
    Object.entries(found).reduce(
      (sum, [label, counts]) => sum + (right.has(label) === isRight ? counts[at] : 0),
      0,
    );
  return {
    precision: share(total(true, 0), total(true, 0) + total(false, 0)),
    recall: share(total(true, 0), total(true, 1)),
    found,
  };
}

/**
 * Merges, with all texts in one workspace: every group counts as a proposal. A group with texts of different pairs lowers the precision.
 * @param isMeaningKnown simulates embeddings: the two texts of each labeled pair count as close, whether they are duplicates or merely
 * similar. This is the worst case for a model; only the rules can tell them apart.
 */
export function measureMerges(pairs: readonly LabeledPair[], isMeaningKnown: boolean): Measure {
  const texts = pairs.flatMap((pair) => pair.texts);
  const near = isMeaningKnown ? pairs.map((_, n) => [2 * n, 2 * n + 1, 1] as const) : [];
  const groups = groupSimilar([...texts.keys()], (place) => texts[place] ?? '', near);
  const groupById = new Map(groups.flatMap((group, n) => group.map((place) => [place, n] as const)));
  const strangers = groups.filter(
    (group) => new Set(group.map((place) => Math.floor(place / 2))).size > 1,
  ).length;
  const labels = [
    ...pairs.map(({ kind }) => kind as string),
    ...Array.from({ length: strangers }, () => 'strangers'),
  ];
  return measure(labels, new Set(DUPLICATES), (n) => {
    if (n >= pairs.length) return true;
    const [first, second] = [groupById.get(2 * n), groupById.get(2 * n + 1)];
    return first !== undefined && first === second;
  });
}

/** Conflicts within each pair. */
export const measureConflicts = (pairs: readonly LabeledPair[]): Measure =>
  measure(
    pairs.map(({ kind }) => kind),
    new Set(['conflict']),
    (n) => {
      const [older = '', newer = ''] = pairs[n]?.texts ?? [];
      return findContradiction(findStatements(older), findStatements(newer)) !== null;
    },
  );

/** Detection of texts that warn, forbid or help to recover, among plain ones. */
export function measureWarnings(): Measure {
  const texts = [...labeled.warning, ...labeled.plain];
  const labels = texts.map((_, n) => (n < labeled.warning.length ? 'warning' : 'plain'));
  return measure(labels, new Set(['warning']), (n) => findWarning(texts[n] ?? '') !== undefined);
}

/** A realistic memory of a workspace, with the correct proposals about it. */
export interface LabeledMemory {
  id: string;
  kind: string;
  text: string;
  /** The memory it duplicates, and in which way. */
  same?: string;
  as?: PairKind;
  /** The memory that this one conflicts with. */
  against?: string;
  /** May be archived when unused. */
  trivial?: boolean;
}

/** Two workspaces: runbooks, chat logs, diaries, decisions, preferences, warnings, trivial notes, duplicates, conflicts and look-alikes. */
export const labeledWorkspaces: readonly (readonly LabeledMemory[])[] = memories as LabeledMemory[][];

/** Subject of a memory: a duplicate has the subject of its original. */
const readSubject = ({ id, same }: LabeledMemory): string => same ?? id;

/** @param near pairs that are close in meaning, from embeddings or labels. */
export function measureDuplicates(workspace: readonly LabeledMemory[], near: readonly Near[] = []): Measure {
  const groups = groupSimilar([...workspace.keys()], (place) => workspace[place]?.text ?? '', near);
  const groupById = new Map(
    groups.flatMap((group, n) => group.map((place) => [workspace[place]?.id, n] as const)),
  );
  const duplicates = workspace.filter(({ same }) => same !== undefined);
  const mixed = groups.filter(
    (group) => new Set(group.map((place) => readSubject(workspace[place]!))).size > 1,
  );
  const labels = [...duplicates.map((one) => one.as as string), ...mixed.map(() => 'mixed')];
  return measure(labels, new Set(DUPLICATES), (n) => {
    const one = duplicates[n];
    const group = groupById.get(one?.id);
    return one === undefined || (group !== undefined && group === groupById.get(one.same));
  });
}

/** Marks duplicates and conflicts as maximally close: the worst case for an embedding model. */
export const labeledNear = (workspace: readonly LabeledMemory[]): Near[] =>
  workspace.flatMap(({ same, against }, place): Near[] => {
    const other = workspace.findIndex(({ id }) => id === (same ?? against));
    return other < 0 ? [] : [[other, place, 1]];
  });

/** Conflicts among all memories of a workspace, with the rule that texts with the same wording do not conflict. */
export function measureConflictsAmong(workspace: readonly LabeledMemory[]): Measure {
  const subjects = new Map(workspace.map((one) => [one.id, readSubject(one)]));
  const isRight = (one: LabeledMemory, other: LabeledMemory) =>
    other.against !== undefined && subjects.get(other.against) === readSubject(one);
  const pairs = workspace.flatMap((one, at) =>
    workspace.slice(at + 1).map((other) => ({
      label: isRight(one, other) || isRight(other, one) ? 'conflict' : 'other',
      isFound: findConflict(one.text, other.text) !== null,
    })),
  );
  return measure(
    pairs.map(({ label }) => label),
    new Set(['conflict']),
    (n) => pairs[n]?.isFound === true,
  );
}

/** Pruning proposals for a workspace that has been unread and unrated for this many days. */
export const measurePruning = (workspace: readonly LabeledMemory[], ageDays: number): Measure =>
  measure(
    workspace.map(({ trivial, kind }) => (trivial ? 'trivial' : kind)),
    new Set(['trivial']),
    (n) => {
      const text = workspace[n]?.text ?? '';
      const facts = { feedbackScore: null, retrievalCount: 0, hasLessons: false, ageDays };
      const { score } = scoreForPruning({
        ...facts,
        contentLength: text.length,
        lasting: findLastingContent(text),
      });
      return score < WORTH_KEEPING;
    },
  );
