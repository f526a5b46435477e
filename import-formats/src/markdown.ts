/** Reads Markdown by CommonMark: bullets and paragraphs become memories, with the headings above as their context. */
import type { Nodes, RootContent } from 'mdast';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { parse as parseYaml } from 'yaml';
import { readFactList } from './factLists';
import { readFields, readTexts, type Fields } from './fields';
import { resolveChoice, type Source } from './source';

/** Part of a document that becomes a memory. */
interface Passage {
  /** Enclosing headings, outermost first. */
  headings: string[];
  text: string;
  /** Whether it may be a list of facts, one per line. */
  isLines: boolean;
}

export interface MarkdownDocument {
  /** Front matter; empty without any. */
  properties: Fields;
  passages: Passage[];
  /** The text without its front matter. */
  body: string;
}

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const WITH_FRONT_MATTER = {
  extensions: [frontmatter(['yaml', 'toml']), ...GFM.extensions],
  mdastExtensions: [frontmatterFromMarkdown(['yaml', 'toml']), ...GFM.mdastExtensions],
};
/** Characters parsed at once; larger documents are parsed in pieces to keep the page responsive. */
const PIECE = 16_000;
const COMMENT = /<!--(?:-?>|[\s\S]*?-->)/g;

interface Blocks {
  text: string;
  nodes: RootContent[];
}

const startOffset = (node: Nodes): number => node.position?.start.offset ?? 0;
const endOffset = (node: Nodes): number => node.position?.end.offset ?? 0;

/** Start of the last block, or of the last item of a list, which the next line could continue. */
function lastStart({ nodes }: Blocks): number {
  const last = nodes.at(-1);
  if (!last) return 0;
  const item = last.type === 'list' ? last.children.at(-1) : undefined;
  return startOffset(item ?? last);
}

/** Parses a text of any size in pieces; a block that may continue past a piece is parsed again with the next one. */
async function* parseBlocks(source: Source, whole: string): AsyncGenerator<Blocks> {
  let from = 0;
  let size = PIECE;
  while (from < whole.length) {
    await source.pause();
    const end = from + size >= whole.length ? whole.length : whole.lastIndexOf('\n', from + size) + 1;
    const text = whole.slice(from, Math.max(end, from));
    const { children: nodes } = fromMarkdown(text, from === 0 ? WITH_FRONT_MATTER : GFM);
    if (end >= whole.length) {
      yield { text, nodes };
      return;
    }
    if (nodes.length === 0 && text !== '') {
      // Only blank lines.
      from += text.length;
      continue;
    }
    const next = lastStart({ text, nodes });
    const line = text.lastIndexOf('\n', next - 1) + 1;
    // A single block fills the piece.
    if (line === 0) size *= 2;
    else {
      yield { text, nodes: beforeOffset(nodes, next) };
      from += line;
      size = PIECE;
    }
  }
}

/** Blocks, and items of a list, that start before an offset. */
const beforeOffset = (nodes: RootContent[], offset: number): RootContent[] =>
  nodes
    .map((node) =>
      node.type === 'list'
        ? { ...node, children: node.children.filter((item) => startOffset(item) < offset) }
        : node,
    )
    .filter((node) => startOffset(node) < offset && (node.type !== 'list' || node.children.length > 0));

/** HTML comments of a block according to CommonMark; code contains none. */
function* commentsIn(node: Nodes): Generator<[start: number, end: number]> {
  if (node.type === 'html') {
    for (const match of node.value.matchAll(COMMENT)) {
      const start = startOffset(node) + match.index;
      yield [start, start + match[0].length];
    }
  }
  if ('children' in node) for (const child of node.children) yield* commentsIn(child);
}

const columnAt = (offset: number, text: string) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** Source text of a block, without comments and without the indentation of the enclosing list. */
function sourceText(
  node: Nodes,
  text: string,
  from = startOffset(node),
  column = columnAt(from, text),
): string {
  let plain = '';
  let at = from;
  for (const [start, end] of commentsIn(node)) {
    plain += text.slice(at, start);
    at = end;
  }
  plain += text.slice(at, endOffset(node));
  return column === 0
    ? plain.trim()
    : plain.replaceAll(new RegExp(`\n(?:\t| {1,${column}})`, 'g'), '\n').trim();
}

const TAGS = /<[^<>]*>/g;

const hasText = (text: string) => /[\p{L}\p{N}]/u.test(text);

function readFrontMatter(value: string, { notes }: Source): Fields {
  try {
    return readFields(parseYaml(value));
  } catch {
    notes.add('Its front matter is not valid YAML and was skipped.');
    return {};
  }
}

/** Reads a document of any size. Code is appended to the passage before it. */
export async function readMarkdown(source: Source, text: string): Promise<MarkdownDocument> {
  const headings: string[] = [];
  const passages: Passage[] = [];
  const definitions: string[] = [];
  let properties: Fields = {};
  let body = text;
  let last: Passage | null = null;
  const add = (passage: string, isLines = false) => {
    if (!hasText(passage)) return;
    last = { headings: headings.filter(Boolean), text: passage, isLines };
    passages.push(last);
  };
  const addBlock = (node: RootContent, piece: string): void => {
    // mdast's types do not include TOML front matter.
    if ((node.type as string) === 'toml') {
      source.notes.add('TOML front matter is not supported and was skipped.');
      return;
    }
    switch (node.type) {
      case 'yaml':
        properties = readFrontMatter(node.value, source);
        body = piece.slice(endOffset(node)) + text.slice(piece.length);
        return;
      case 'heading': {
        const [first, end] = [node.children[0], node.children.at(-1)];
        headings.length = Math.min(headings.length, node.depth - 1);
        while (headings.length < node.depth - 1) headings.push('');
        headings.push(
          first && end ? piece.slice(startOffset(first), endOffset(end)).replace(/\s+/g, ' ').trim() : '',
        );
        last = null;
        return;
      }
      case 'list':
        for (const item of node.children) {
          const [first] = item.children;
          if (!first) continue;
          const isTask = typeof item.checked === 'boolean';
          // The text of a task starts after its checkbox.
          const column = columnAt(startOffset(isTask ? item : first), piece) + (isTask ? 2 : 0);
          const box = isTask ? (item.checked ? '[x] ' : '[ ] ') : '';
          add(box + sourceText(item, piece, startOffset(first), column));
        }
        return;
      case 'code': {
        const facts = readFactList(node.value);
        if (facts) {
          add(node.value, true);
          last = null;
        } else if (last) last.text += `\n${sourceText(node, piece)}`;
        else add(sourceText(node, piece));
        return;
      }
      case 'definition':
      case 'footnoteDefinition':
        definitions.push(sourceText(node, piece));
        return;
      case 'html': {
        const html = sourceText(node, piece);
        if (hasText(html.replace(TAGS, ''))) add(html);
        return;
      }
      case 'thematicBreak':
        last = null;
        return;
      default:
        add(sourceText(node, piece), node.type === 'paragraph');
    }
  };
  for await (const { nodes, text: piece } of parseBlocks(source, text)) {
    for (const node of nodes) addBlock(node, piece);
  }
  for (const definition of definitions) {
    const label = definition.slice(0, definition.indexOf(']:') + 1).toLowerCase();
    const referring = passages.filter((passage) => passage.text.toLowerCase().includes(label));
    for (const passage of referring) {
      passage.text += `\n\n${definition}`;
      passage.isLines = false;
    }
    // An unreferenced footnote becomes a separate passage; an unreferenced link definition is dropped.
    if (referring.length === 0 && label.startsWith('[^')) add(definition);
  }
  return { properties, passages, body };
}

/** End of a line that is a complete sentence. */
const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/;
const LINE_OPTIONS = [
  { value: 'lines', label: 'Each line is a memory' },
  { value: 'paragraphs', label: 'Consecutive lines form one memory' },
];

/** Bullet characters that are not Markdown, e.g. in text copied from a chat. */
const BULLET = /^\s*[•‣◦▪●·]\s*/;

/** Whether the lines look like separate facts rather than hard-wrapped text. */
function looksLikeLines(passages: readonly Passage[], isPlain: boolean): boolean {
  const lines = passages.flatMap(({ text }) => text.split(/\r?\n/).map((line) => line.trim()));
  if (lines.every((line) => BULLET.test(line))) return true;
  if (!isPlain) return false;
  const ended = lines.filter((line) => SENTENCE_END.test(line)).length;
  return lines.every((line) => !/^\p{Ll}/u.test(line)) && (ended === lines.length || ended === 0);
}

/** Converts the passages of a document to rows. @param isPlain whether the file name is not that of Markdown. */
export function passageRows(
  source: Source,
  { properties, passages }: MarkdownDocument,
  isPlain: boolean,
): Fields[] {
  const several = passages.filter(
    ({ isLines, text }) => isLines && text.includes('\n') && !readFactList(text),
  );
  let reading = 'paragraphs';
  if (several.length > 0) {
    const guess = looksLikeLines(several, isPlain) ? 'lines' : 'paragraphs';
    reading = resolveChoice(source, 'lines', 'Consecutive lines', LINE_OPTIONS, guess);
  }
  const tags = readTexts(properties['tags'] ?? properties['keywords']);
  const shared: Fields = {
    created_at: dateText(properties['created'] ?? properties['created_at'] ?? properties['date']),
    updated_at: dateText(properties['modified'] ?? properties['updated'] ?? properties['updated_at']),
    ...(tags.length > 0 && { keywords: tags }),
  };
  return passages.flatMap(({ headings, text, isLines }): Fields[] => {
    const context = headings.join(' › ');
    const withContext = (one: string) => (context === '' ? one : `${context}: ${one}`);
    const facts = readFactList(text);
    if (facts)
      return facts.map(({ created_at, text: fact }) => ({
        ...shared,
        content: withContext(fact),
        created_at,
      }));
    const parts = isLines && reading === 'lines' ? text.split(/\r?\n/).filter(hasText) : [text];
    const texts = parts.map((part) => (part.includes('\n') ? part : part.replace(BULLET, '')).trim());
    return texts.map((one) => ({ ...shared, content: withContext(one), lessons_learned: one }));
  });
}

/** A front matter date as text: the YAML parser may return a string or a Date. */
export const dateText = (value: unknown): string | undefined =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : undefined;
