/**
 * Guards against patterns and algorithms that take superlinear time on a text of maximum size. One pass over 200,000 characters takes
 * milliseconds; one pass per character takes tens of seconds to minutes, so a time limit tells them apart without a benchmark. The limit
 * counts CPU time: when a busy machine interrupts a run too early, the run is repeated with more time.
 */
import path from 'node:path';
import vm from 'node:vm';
import { toQuestion } from '@hindsight/mcp-server';
import { MAX_TEXT, normalizeText } from '@hindsight/shared-contracts/rules';
import { suggestKeywords } from './platform/text/keywords';
import { groupSimilar } from './features/curation/minHash';
import { mergeTexts, removeRepetition } from './features/curation/repetition';
import { findContradiction, findStatements } from './platform/text/rules/contradictions';
import { findHighlights } from './features/search/rules/highlights';
import { assignedSecrets } from './platform/secretScanning/assignments';
import { findKnownSecrets } from './platform/secretScanning/knownSecrets';
import { findSecretsInSentences } from './platform/secretScanning/sentences';
import { vendorTokens } from './platform/secretScanning/vendorTokens';
import { attacksOn } from './testing/hostile/attacks';
import { builtPatterns, literalsIn, sourceFiles } from './testing/hostile/sourcePatterns';
import type { SourcePattern } from './testing/hostile/sourcePatterns';
import { HOSTILE_TEXTS } from './testing/hostile/texts';

const ROOT = path.join(__dirname, '../..');
const STOP_MS = 4_000;
const sandbox: { run?: () => void } = vm.createContext({});
const RUN = new vm.Script('run()');

/** Runs code that may never finish. @returns false when it hit the time limit. */
function ends(run: () => void, timeout = STOP_MS): boolean {
  const before = process.cpuUsage();
  try {
    sandbox.run = run;
    RUN.runInContext(sandbox, { timeout });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 < STOP_MS && ends(run, 2 * timeout);
  }
}

/** Describes the patterns that time out on an adversarial text, with the beginning of that text. */
function endless(patterns: readonly SourcePattern[]): string[] {
  return patterns.flatMap(({ place, pattern }) => {
    const findsAll = pattern.global || pattern.sticky;
    const plain = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '') + (findsAll ? 'g' : ''));
    const attack = attacksOn(plain)
      .map((text) => text(MAX_TEXT))
      .find((text) => !ends(() => (findsAll ? text.replace(plain, '') : plain.test(text))));
    return attack === undefined
      ? []
      : [`${place} ${String(pattern)} on ${JSON.stringify(attack.slice(0, 40))}…`];
  });
}

const FILES = sourceFiles(ROOT);

it('detects a pattern that restarts at each word of a text', () => {
  expect(endless([{ place: '', pattern: /\b[a-z][a-z\d+.-]*:\/\/(?:www\.)?/gi }])).toHaveLength(1);
});

it('matches any text in one pass with every pattern of the sources', () => {
  const literals = FILES.flatMap((file) => literalsIn(ROOT, file));
  expect(literals.length).toBeGreaterThan(300);
  expect(endless(literals)).toEqual([]);
});

/** Modules that build patterns at load time and have no side effects. */
const BUILDING = FILES.filter((file) =>
  /^memory-service\/src\/(?:.*\/rules|features\/curation|platform\/(?:secretScanning|text))\/|^shared-contracts\/src\/(?:api|rules)\//.test(
    file,
  ),
);

it('matches any text in one pass with every pattern that is built from strings', () => {
  let built: SourcePattern[] = [];
  jest.isolateModules(() => {
    // oxlint-disable-next-line typescript/no-require-imports -- Loaded again, so that its patterns are built while they are collected.
    built = builtPatterns(ROOT, BUILDING, (file) => require(file) as unknown);
  });
  expect(built.length).toBeGreaterThan(50);
  expect(endless(built)).toEqual([]);
});

const field = (content: string) => ({ content, lessons_learned: null, errors: null, keywords: [] });
const wanted = (text: string) => ({ text, weight: 1 });

/** Every text-processing function that does more than match one pattern. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  normalizeText,
  suggestKeywords,
  removeRepetition,
  mergeTexts: (text) => mergeTexts([text, `${text}!`]),
  groupSimilar: (text) => groupSimilar([text, `${text}!`], (one) => one),
  findContradiction: (text) => findContradiction(findStatements(text), findStatements(`${text}!`), true),
  assignedSecrets,
  findSecretsInSentences,
  vendorTokens,
  'repeats of parts of it': (text) =>
    findKnownSecrets(
      text,
      [0, 1, 2, 3].map((from) => ({ kind: 'password', text: text.slice(from, MAX_TEXT / 2) })),
    ),
  'highlightsOf words': (text) => findHighlights(field(text), [{ ...wanted('a'), isLiteral: false }]),
  'highlightsOf a text': (text) => findHighlights(field(text), [{ ...wanted('a'), isLiteral: true }]),
  toQuestion,
};

/** One text for each kind that once made an algorithm too slow. */
const TEXTS = [
  'letters: "a.a-"',
  'letters: "a#"',
  'sentences: "a\\n"',
  'sentences: "A. "',
  'markdown: "a:\\n"',
  'marks, then lower marks',
  'dots, then a letter',
  'lines that differ in a word',
  'different cautions',
  'random letters and signs',
];

it.each(TEXTS)('processes %s in one pass', (name) => {
  const text = HOSTILE_TEXTS.find((one) => one.name === name)!.text(MAX_TEXT);
  const slow = Object.entries(READERS).filter(([, read]) => !ends(() => void read(text)));
  expect(slow.map(([reader]) => reader)).toEqual([]);
});
