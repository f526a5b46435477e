/** @jest-environment node */
import path from 'node:path';
import { blockSource } from '../../demo/blocks';
import { generateDuplicates } from '../../demo/duplicates';
import { publicTexts } from '../../testing/judged/proposals';
import { mergeTexts, removeRepetition } from './repetition';

const LOCK = 'The deployment failed because the migration lock was held by a second process.';
const RULE = 'A migration must never run in two processes at once.';

describe('removeRepetition', () => {
  test.each([
    [
      'a sentence that a later paragraph repeats',
      `${LOCK} ${RULE}\n\nWe waited. ${LOCK}`,
      `${LOCK} ${RULE}\n\nWe waited.`,
    ],
    ['a paragraph that repeats another one', `${LOCK}\n\n${RULE}\n\n${LOCK}\n`, `${LOCK}\n\n${RULE}`],
    [
      'a sentence that a longer one begins with',
      `We deploy with two runners. ${RULE} ${RULE.replace('.', ', and so we hold a lock.')}`,
      `We deploy with two runners. ${RULE.replace('.', ', and so we hold a lock.')}`,
    ],
    [
      'a text that was pasted twice',
      `# Lock\n\n1. Stop.\n2. Run.\n\n# Lock\n\n1. Stop.\n2. Run.`,
      `# Lock\n\n1. Stop.\n2. Run.`,
    ],
  ])('says once %s', (_, text, shorter) => {
    expect(removeRepetition(text)).toBe(shorter);
  });

  test.each([
    ['a text without repetition', `${LOCK} We drank coffee. ${RULE}`],
    [
      'short sentences, which depend on their place',
      'Retry the upload. It failed. Restart the worker. It failed.',
    ],
    [
      'numbered steps',
      `1. Restart the billing worker on the first host.\n2. Migrate.\n3. Restart the billing worker on the first host.`,
    ],
    [
      'list items',
      `- Restart the billing worker on the first host.\n- Migrate.\n- Restart the billing worker on the first host.`,
    ],
    ['lines of code', '```sh\nnpm run build\nnpm test\nnpm run build\n```'],
    ['labelled lines', `Cause: ${LOCK}\n\nLesson: ${LOCK}`],
    [
      'turns of a conversation',
      `User: Please run all of the tests again.\nAgent: They pass.\nUser: Please run all of the tests again.`,
    ],
    ['what a heading leads to', `${LOCK} ${RULE}\n\n## Lesson\n\n${RULE}`],
    ['what a label leads to', `${LOCK} ${RULE}\n\n**Lesson**\n\n${RULE}`],
    ['what leads to a list', `${LOCK} ${RULE}\n\n- one\n\n${RULE}\n\n- two`],
    [
      'what is said of two things',
      `# Deploys\n\nAsk first.\n\n## Staging\n\nIt is easy. ${RULE}\n\n## Production\n\nIt is hard. ${RULE}`,
    ],
    ['what is said of two places', `Staging\n\nIt is easy. ${RULE}\n\nProduction\n\nIt is hard. ${RULE}`],
    [
      'wrapped lines that end alike',
      'Never deploy to production\nwhen the ledger is closed by accounting.\n\nAlways deploy to staging\nwhen the ledger is closed by accounting.',
    ],
    [
      'sentences that differ in a number, a name or a sign',
      'Keep the pool of search at 10 connections. Keep the pool of search at 20 connections. Never use the -f flag of that command. Never use the -F flag of that command.',
    ],
    ['a rule that stands behind a label', `We deploy with two runners. ${RULE} A guess: ${RULE}`],
    [
      'a rule and its opposite',
      'Deploy the billing service to production on Fridays. Never deploy the billing service to production on Fridays.',
    ],
  ])('keeps %s', (_, text) => {
    expect(removeRepetition(text)).toBe(text);
  });
});

describe('mergeTexts', () => {
  test('keeps what only one of the texts says', () => {
    const told = `${LOCK} ${RULE}`;
    expect(mergeTexts([told, `${LOCK} Applies to line_items as well.`])).toBe(
      `${told}\n\nApplies to line_items as well.`,
    );
    expect(mergeTexts(['Retry the upload.', 'Retry the upload 3 times.', ''])).toBe(
      'Retry the upload 3 times.\n\nRetry the upload.',
    );
  });

  test('adds nothing of a text that stands in another one', () => {
    const long = `# Lock\n\n${LOCK} It failed. ${RULE}\n\n- Hold one lock.\n- Log it.`;
    for (const short of [
      LOCK,
      `${LOCK} It failed.`,
      RULE,
      '- Hold one lock.',
      `${LOCK}\n\n- Log it.`,
      '# Lock',
    ])
      expect(mergeTexts([short, long])).toBe(long);
  });

  test('keeps a short sentence that follows another one', () => {
    expect(
      mergeTexts(['We restarted the billing worker twice. It failed.', 'We moved the worker. It failed.']),
    ).toContain('We moved the worker. It failed.');
  });

  test('keeps steps, tables and code whole, with what stands above them', () => {
    const steps = 'To recover:\n\n1. Stop.\n2. Migrate.';
    const other = `${LOCK}\n\n## Steps\n\nTo recover:\n\n1. Stop.\n2. Back up.\n\n${RULE}`;
    expect(mergeTexts([other, `${LOCK}\n\n${steps}`])).toBe(`${other}\n\n${steps}`);
  });
});

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
const bare = (text: string) => text.replace(/(?<![\p{P}\s])[\p{P}\s]+$/u, '');
const readTokens = (text: string) =>
  text
    .split(/\s+/)
    .map(bare)
    .filter((token) => token !== '');
/** Lines whose number and order count: code, steps, items, labels, tables. */
const boundLines = (text: string) =>
  text
    .split('\n')
    .filter(
      (line) =>
        /^\s*(?:\d+[.)]|[-*+](?=\s)|[|>$#]|```|\w[^.!?]{0,40}[:=]\s)|^\s{2,}/.test(line) &&
        line.trim() !== '',
    );

/** What of the originals is not in the result. */
function lost(originals: readonly string[], result: string): string[] {
  const [said, tokens] = [flat(result), new Set(readTokens(result))];
  return originals.flatMap((original) => [
    ...original
      .split(/\n(?=[ \t]*(?:\n|[-*+|>#`]|\d+[.)]))/)
      .flatMap((paragraph) => flat(paragraph).split(/(?<=[.!?])\s+/))
      .filter((sentence) => !said.includes(bare(sentence))),
    ...readTokens(original).filter((token) => !tokens.has(token)),
  ]);
}

const ROOT = path.join(__dirname, '../../../..');
const SECTIONS = 500;

function demoTexts(): string[] {
  const source = blockSource(1, new Date('2026-06-01T12:00:00Z'));
  const blocks = Array.from({ length: 1_000 }, (_, index) => source.next(index).block);
  const repeats = generateDuplicates(1, new Date('2026-06-01T12:00:00Z')).map(({ block }) => block);
  return [...blocks, ...repeats].flatMap(({ content, lessons_learned: lessons }) => [
    String(content),
    String(lessons ?? ''),
  ]);
}

describe.each([
  ['the memories of the demo', demoTexts],
  ['500 sections of public READMEs', () => publicTexts(ROOT, SECTIONS)],
])('over %s', (_, read) => {
  const texts = read();

  test('compaction loses no sentence, number, name, command or step', () => {
    for (const text of texts) {
      const result = removeRepetition(text);
      expect(lost([text], result)).toEqual([]);
      if (result !== text) expect(boundLines(result)).toEqual(boundLines(text));
    }
  });

  test('compaction removes a sentence that is said a second time', () => {
    let shorter = 0;
    for (const text of texts) {
      const sentences = flat(text.split(/\n\s*\n/)[1] ?? '').split(/(?<=\w[.!])\s+(?=[A-Z])/);
      const repeated = `${text.trimEnd()}\n\nThis was written on a second day. ${sentences.at(-1)}\n\nThe end.`;
      const result = removeRepetition(repeated);
      expect(lost([repeated], result)).toEqual([]);
      if (result.length < repeated.length) shorter += 1;
    }
    // Of others the sentence is in another section, in a list, or too short.
    expect(shorter).toBeGreaterThan(50);
  });

  test('a merge loses no sentence, number, name, command or step', () => {
    for (const [n, text] of texts.entries()) {
      // Whole lines: half of an address is none that anybody wrote.
      const end = text.slice(text.indexOf('\n', text.length / 3) + 1);
      const other = `${end}\n\n${(texts[n + 1] ?? '').split('\n').slice(0, 4).join('\n')}`;
      expect(lost([text, other], mergeTexts([text, other]))).toEqual([]);
    }
  });
});
