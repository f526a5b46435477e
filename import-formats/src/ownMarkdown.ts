/** Reads our own Markdown export: the list item is a memory's text, possibly edited; a comment has its other fields. */
import { EXPORT_KIND, markdownItem } from './exportKind';
import { readFields, readString, type Fields } from './fields';
import { parseJson } from './parseJson';
import type { Source } from './source';

const MARK = new RegExp(`^# [^\\n]*\\n+<!-- ${EXPORT_KIND} (\\d+)`);
/** Earlier versions did not escape U+2028 and U+2029. */
const COMMENT = /^<!-- memory (\{[^\n]*\}) -->$/gm;
const ITEM = /^\n## [^\n]*\n+- ([\s\S]*)$/;

export interface OwnMarkdown {
  version: number;
  entries: (Fields | string)[];
  /** Text that someone added to the file. */
  rest: string;
}

/** Reads the fields of one memory. @param section text from its heading to its comment. */
function readSection(section: string, comment: string, source: Source): Fields | string {
  const row = readFields(parseJson(comment, source));
  if (Object.keys(row).length === 0) return 'The comment with its fields is not valid JSON.';
  const shown = (ITEM.exec(section)?.[1] ?? '').replaceAll('\n  ', '\n').trim();
  const name = row['lessons_learned'] === null ? 'content' : 'lessons_learned';
  const kept = readString(row[name]);
  return { ...row, [name]: markdownItem(kept).replaceAll('\n  ', '\n') === shown ? kept : shown };
}

/** @returns undefined for other Markdown. */
export async function readOwnMarkdown(given: string, source: Source): Promise<OwnMarkdown | undefined> {
  const text = given.replaceAll('\r\n', '\n');
  const mark = MARK.exec(text);
  if (!mark) return undefined;
  const entries: OwnMarkdown['entries'] = [];
  let rest = '';
  let end = text.indexOf('\n', mark[0].length);
  for (const { 0: line, 1: comment = '', index } of text.matchAll(COMMENT)) {
    await source.pause();
    const head = Math.max(end, text.lastIndexOf('\n## ', index));
    rest += text.slice(end, head);
    entries.push(readSection(text.slice(head, index), comment, source));
    end = index + line.length;
  }
  return { version: Number(mark[1]), entries, rest: rest + text.slice(end) };
}
