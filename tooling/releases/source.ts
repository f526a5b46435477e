/** Maps positions in a release to source file and line, using the source maps in the store. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { mapsFolder } from './makeRelease';
import type { Store } from './store';

/** `webpack://remote_memory_1_1_0/./src/page.tsx`, `../../src/page.tsx` → `src/page.tsx`. */
const sourceName = (name: string) => name.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.{1,2}\/)+/, '');

/** Replaces the matches of a pattern one after the other. */
async function replaceEach(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    result += text.slice(end, match.index) + (await replacement(match));
    end = match.index + match[0].length;
  }
  return result + text.slice(end);
}

/** `src/page.tsx:12:5` for a position in a file of a release; null when the store has no source map for it. */
async function sourceText(
  store: Store,
  folder: string,
  [file, line, column]: [file: string, line: number, column: number],
): Promise<string | null> {
  // Any signed-in user can send a reason, so the path must be validated.
  const isInside = !`${folder}/${file}`.includes('..');
  const map = isInside && (await store.read(`${folder}/${file}.map`));
  if (!map) return null;
  // Stack columns are 1-based.
  const found = originalPositionFor(new TraceMap(map.bytes.toString('utf8')), { line, column: column - 1 });
  return found.source === null ? null : `${sourceName(found.source)}:${found.line}:${found.column + 1}`;
}

/** Maps the position at the end of a reported reason, in parentheses, to the source. */
export const reasonInSource = (
  store: Store,
  { remote, version }: { remote: string; version: string },
  reason: string,
): Promise<string> =>
  replaceEach(reason, /\(([\w./~-]+):(\d+):(\d+)\)$/g, async ([place, file = '', line, column]) => {
    const found = await sourceText(store, mapsFolder(remote, version), [file, Number(line), Number(column)]);
    return found ? `(${found})` : place;
  });

/** Maps the stack of an error report: URLs of a remote's files become source positions. */
export const stackInSource = (store: Store, remote: string, stack: string): Promise<string> => {
  const address = new RegExp(`[^\\s(]*/${remote}/([^/\\s]+)/([^\\s?:]+)(?:\\?[^\\s:]*)?:(\\d+):(\\d+)`, 'g');
  return replaceEach(stack, address, async ([place, version = '', file = '', line, column]) => {
    const found = await sourceText(store, mapsFolder(remote, version), [file, Number(line), Number(column)]);
    return found ?? place;
  });
};
