/** JSON with comments, edited in place, so comments and layout are kept. */
import { isDeepStrictEqual } from 'node:util';
import { SERVER_NAME } from '@hindsight/shared-contracts/clients';
import {
  applyEdits,
  type ModificationOptions,
  modify,
  parse,
  type ParseError,
  printParseErrorCode,
  stripComments,
} from 'jsonc-parser';
import type { Format } from './format';
import { ConfigProblem } from './problem';

const BOM = '\uFEFF';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the file; an empty one is an empty object. */
function readValue(text: string): Fields {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new ConfigProblem(`It is not valid JSON (${printParseErrorCode(error.error)} in line ${line}).`);
  }
  if (!isFields(value)) throw new ConfigProblem('It is not a JSON object.');
  return value;
}

/** The object with the servers; undefined when the file has none. */
function readServers(text: string, keys: readonly string[]): Fields | undefined {
  let value: unknown = readValue(text);
  for (const key of keys) {
    value = (value as Fields)[key];
    if (value === undefined) return undefined;
    if (!isFields(value)) throw new ConfigProblem(`"${key}" in it is not an object.`);
  }
  return value as Fields;
}

/** Detects indentation and line endings. */
function detectLayout(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function editJson(text: string, path: readonly string[], value: unknown): string {
  const options: ModificationOptions = { formattingOptions: detectLayout(text) };
  // Inserted last, the entry would separate the previous property from its comment.
  if (stripComments(text) !== text) options.getInsertionIndex = () => 0;
  return applyEdits(text, modify(text, [...path], value, options));
}

/** @param keys path to the servers. */
export function jsonFormat(keys: readonly string[]): Format {
  const path = [...keys, SERVER_NAME];
  const read: Format['read'] = (given) => {
    const entry = readServers(given.replace(BOM, ''), keys)?.[SERVER_NAME];
    if (entry === undefined) return null;
    if (!isFields(entry)) throw new ConfigProblem(`"${SERVER_NAME}" in it is not an object.`);
    return entry;
  };
  /** Applies and verifies an edit: a file with a duplicate key would not read back as written. */
  function change(given: string, value: Fields | undefined): string {
    const older = read(given);
    if (isDeepStrictEqual(older, value ?? null)) return given;
    const text = given.replace(BOM, '');
    const isNew = text.trim() === '';
    const next = editJson(isNew ? '{}' : text, path, value) + (isNew ? '\n' : '');
    if (!isDeepStrictEqual(read(next), value ?? null))
      throw new ConfigProblem(`It names "${keys.join('.')}" or "${SERVER_NAME}" more than once.`);
    return given.startsWith(BOM) ? BOM + next : next;
  }
  return {
    read,
    write: change,
    remove: (text) => change(text, undefined),
  };
}
