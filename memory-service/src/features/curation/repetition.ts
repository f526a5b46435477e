/**
 * Shortens and merges text without loss: a sentence is removed only if it occurs verbatim elsewhere. Lists, tables, code, labeled lines and
 * anything else that is not running prose stay unchanged, because their order or position carries meaning.
 */

/** Lines up to the next blank line, or a fenced code block. `text` includes the blank lines that follow. */
interface Block {
  text: string;
  kind: 'heading' | 'prose' | 'other';
}

interface Sentence {
  text: string;
  /** Normal form for comparison; empty if the sentence must always stay. */
  form: string;
}

const FENCE = /^\s*(```+|~~~+)/;
const HEADING = /^ {0,3}#{1,6}\s/;
/**
 * Running prose starts with a letter, possibly after an opening mark; log lines, list items, tables, quotes, commands and indented code do
 * not.
 */
const PROSE = /^[("'“„«`*_]{0,3}\p{L}/u;
/** “User: …”, “Fix: …”, “retries = 3”, a table row. */
const LABELLED = /^[^.!?。]{1,60}(?:[:：=](?:\s|$|[*_])|\s\|)/u;

/** Nobody writes longer paragraphs of prose, and splitting them into sentences is slow. */
const LONGEST_PROSE = 10_000;

const classifyKind = (lines: readonly string[]): Block['kind'] => {
  if (lines.reduce((sum, { length }) => sum + length, 0) > LONGEST_PROSE) return 'other';
  if (lines.length === 1 && HEADING.test(lines[0] ?? '')) return 'heading';
  return lines.every((line) => PROSE.test(line) && !LABELLED.test(line)) ? 'prose' : 'other';
};

/** Splits a text into blocks; joined, they yield the text again. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  let isComplete = false;
  const finish = () => {
    if (lines.length > 0)
      blocks.push({ text: lines.join(''), kind: classifyKind(lines.filter((line) => line.trim() !== '')) });
    lines = [];
    isComplete = false;
  };
  for (const line of text.split(/(?<=\n)/)) {
    const isBlank = line.trim() === '';
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && !isBlank && (isComplete || HEADING.test(line))) finish();
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    lines.push(line);
    isComplete = fence === undefined && (isBlank || HEADING.test(line));
  }
  finish();
  return blocks;
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
/** The meaning of shorter sentences (“Done.”, “Run it again.”) depends on their position. */
const FEWEST_WORDS = 5;
/** The same in languages without spaces. */
const FEWEST_LETTERS = 12;
/** Longer sentences are never compared. */
const LONGEST_SENTENCE = 1_000;
const END = /(?<![.!。！])[.!。！]+[)"'”»*_`]*$/;

/** Normal form of a sentence. Only white space and the final mark may differ: every word, sign and capital counts. */
function normalizeSentence(sentence: string): string {
  const flat = sentence.replace(/\s+/g, ' ').trim();
  if (flat.length > LONGEST_SENTENCE || !END.test(flat)) return '';
  const words = flat.split(' ').length;
  const isShort = words < FEWEST_WORDS && (words > 1 || flat.length < FEWEST_LETTERS);
  return isShort ? '' : flat.replace(END, '');
}

/** The sentences of a prose block; none for other blocks. Lines may be wrapped anywhere, so a line break does not end a sentence. */
const splitSentences = ({ text, kind }: Block): Sentence[] =>
  kind !== 'prose'
    ? []
    : Array.from(SENTENCES.segment(text.replace(/\n/g, ' ')), ({ segment, index }) => ({
        text: text.slice(index, index + segment.length),
        form: normalizeSentence(segment),
      }));

/** Continuations of a sentence that starts with another one: “X, and Y”, “X (Y)”, “X – Y”. After a long one, any space counts. */
const GOES_ON = /\s?[,;:(]|\s[-–—]\s|\s/g;
const LONG_BEGINNING = 60;

/** The beginnings of a sentence that are sentences themselves. */
const firstWords = (form: string): string[] =>
  Array.from(form.matchAll(GOES_ON), ({ 0: sign, index }) =>
    sign.trim() !== '' || index >= LONG_BEGINNING ? form.slice(0, index) : '',
  ).filter((beginning) => beginning !== '');

/** Removes the second half of a text that was pasted twice. */
function dropPastedCopy(text: string): string {
  const half = Math.ceil(text.trim().length / 2);
  const first = text.trim().slice(0, half).trim();
  const isText = first.includes('\n') || END.test(first);
  return isText && first === text.trim().slice(half).trim() ? first : text;
}

const TOP = /^#\s/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,}) *$/;

/** A heading, or a standalone line such as “Staging” that introduces the following text. */
function isTitle({ text, kind }: Block): boolean {
  const [line = '', next] = text.trim().split('\n');
  return kind === 'heading' || (next === undefined ? !END.test(line) : UNDERLINE.test(next));
}

/**
 * Removes sentences that occur verbatim elsewhere: in the same section, or before the first one. Text introduced by a heading, a label or a
 * question stays, and so does the sentence that introduces a list or a code block.
 */
export function removeRepetition(given: string): string {
  const text = dropPastedCopy(given);
  const all = splitBlocks(text);
  // A single top-level heading belongs to the whole text.
  const isWhole = all.filter((block) => TOP.test(block.text)).length === 1;
  let section = 0;
  const blocks = all.map((block, at) => {
    if (isTitle(block) && !(at === 0 && isWhole && TOP.test(block.text))) section += 1;
    return { ...block, section, sentences: splitSentences(block) };
  });
  /** Key of a sentence within its section. In another section, the same sentence is about something else. */
  const key = (form: string, place: number) => `${place}\n${form}`;
  const contained = new Set(
    blocks.flatMap((block) =>
      block.sentences.flatMap(({ form }) => firstWords(form).map((one) => key(one, block.section))),
    ),
  );
  const said = new Set<string>();
  const parts = blocks.map(({ text: whole, section: own, sentences }, at) => {
    const [before, after] = [blocks[at - 1], blocks[at + 1]];
    const kept = sentences.filter(({ form }, place) => {
      const keys = [key(form, own), key(form, 0)];
      const isRepeated = keys.some((one) => said.has(one) || contained.has(one));
      if (form === '' || !isRepeated) {
        said.add(key(form, own));
        return true;
      }
      const previous = place > 0 ? sentences[place - 1] : before?.kind === 'prose' ? before : undefined;
      const isLast = place === sentences.length - 1;
      return !previous || !END.test(previous.text.trimEnd()) || (isLast && after?.kind === 'other');
    });
    if (kept.length === sentences.length) return whole;
    const rest = kept.map((sentence) => sentence.text).join('');
    return rest.trim() === '' ? '' : rest.trimEnd() + whole.slice(whole.trimEnd().length);
  });
  const shorter = parts.join('').trim();
  return shorter.length < given.trim().length ? shorter : given;
}

/** “To recover:”. */
const LEAD_IN = /^[^\n]*[:：][*_]*$/;
const BULLET = /^[-*+•]\s/;

/** Contents of texts: their lines and sentences. */
interface Said {
  texts: string[];
  lines: Set<string>;
  sentences: Set<string>;
}

/** Keys of sentences, a short one combined with the previous one: “It failed.” means something else after another attempt. */
const toKeys = (sentences: readonly Sentence[]): string[] =>
  sentences.map(
    ({ form, text }, place) => form || `${sentences[place - 1]?.text.trim() ?? ''}\n${text.trim()}`,
  );

function add(text: string, said: Said): void {
  said.texts.push(`\n${text}\n`);
  for (const line of text.split('\n')) said.lines.add(line.trim());
  for (const sentences of splitBlocks(text).map(splitSentences)) {
    for (const key of toKeys(sentences)) said.sentences.add(key);
    for (const { form } of sentences) for (const beginning of firstWords(form)) said.sentences.add(beginning);
  }
}

const isSaid = (text: string, { texts }: Said): boolean =>
  texts.some((other) => other.includes(`\n${text}\n`));

/** The new part of a block. Ordered lists, tables and code are kept whole. */
function newPart(block: Block, said: Said): string {
  const text = block.text.trim();
  if (isSaid(text, said)) return '';
  if (block.kind === 'prose') {
    const sentences = splitSentences(block);
    const keys = toKeys(sentences);
    const fresh = sentences.filter((_, place) => !said.sentences.has(keys[place] ?? ''));
    return fresh
      .map((sentence) => sentence.text)
      .join('')
      .trim();
  }
  const lines = block.text.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => BULLET.test(line))) return text;
  return lines.filter((line) => !said.lines.has(line.trim())).join('\n');
}

/** The new parts of a text. New headings and lead-ins keep their contents; known ones are repeated only above new text. */
function newParts(text: string, said: Said): string[] {
  const parts: string[] = [];
  let above: string[] = [];
  const isNew = () => above.some((one) => !isSaid(one, said));
  for (const block of splitBlocks(text)) {
    const whole = block.text.trim();
    if (block.kind === 'heading' || LEAD_IN.test(whole)) {
      above.push(whole);
      continue;
    }
    const part = isNew() ? whole : newPart(block, said);
    if (part !== '') parts.push(...above, part);
    above = [];
  }
  return isNew() ? [...parts, ...above] : parts;
}

/** Merges texts: the longest unchanged, followed by what only the others say. */
export function mergeTexts(texts: readonly string[]): string {
  const said: Said = { texts: [], lines: new Set(), sentences: new Set() };
  const merged: string[] = [];
  for (const text of texts.map((one) => one.trim()).sort((a, b) => b.length - a.length)) {
    if (text === '') continue;
    merged.push(...(merged.length === 0 ? [text] : newParts(text, said)));
    add(text, said);
  }
  return merged.join('\n\n');
}
