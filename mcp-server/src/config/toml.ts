/** TOML: replaces or adds our own table and keeps every other byte. */
import { isDeepStrictEqual } from 'node:util';
import { codexTable, SERVER_NAME } from '@hindsight/shared-contracts/clients';
import { type AST, getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { readConnection, type Format, OF_A_CONNECTION } from './format';
import { ConfigProblem } from './problem';

const BOM = '\uFEFF';

type Fields = Record<string, unknown>;

function parseToml(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    const { message, lineNumber } = error as { message: string; lineNumber?: number };
    throw new ConfigProblem(
      `It is not valid TOML (${message}${lineNumber ? ` in line ${lineNumber}` : ''}).`,
    );
  }
}

/** Drops the blank line at the end of a text. */
const withoutGap = (text: string) => text.replace(/(\r?\n)\r?\n$/, '$1');

/** @param keys path to the servers. */
export function tomlFormat(keys: readonly string[]): Format {
  const path = [...keys, SERVER_NAME];

  const read: Format['read'] = (text) => {
    let value: unknown = getStaticTOMLValue(parseToml(text.replace(BOM, '')));
    for (const key of path) value = (value as Fields | undefined)?.[key];
    return (value as Fields | undefined) ?? null;
  };

  /** The tables of our entry, including subtables. */
  function tablesIn(text: string): AST.TOMLTable[] {
    const [top] = parseToml(text).body;
    return top.body.filter(
      (node): node is AST.TOMLTable =>
        node.type === 'TOMLTable' && path.every((key, index) => node.resolvedKey[index] === key),
    );
  }

  /** Settings that a person added, verbatim. */
  function findAddedSettings(text: string, tables: readonly AST.TOMLTable[]): string[] {
    const own = tables.filter(({ resolvedKey }) => resolvedKey.length === path.length);
    const settings = own.flatMap(({ body }) => body);
    return settings
      .filter(
        ({
          key: {
            keys: [first],
          },
        }) => !OF_A_CONNECTION.has(first?.type === 'TOMLBare' ? first.name : (first?.value ?? '')),
      )
      .map(({ range: [from, to] }) => text.slice(from, to));
  }

  /** The text without these tables and the blank lines between them, and the position of the first. */
  function removeTables(text: string, tables: readonly AST.TOMLTable[]): { text: string; at: number } {
    let rest = text;
    for (const table of tables.toReversed()) {
      const [from, to] = table.range;
      const after = rest.slice(to).replace(/^[^\n]*(\n|$)/, '');
      const before = rest.slice(0, from);
      rest = (table === tables[0] ? before : withoutGap(before)) + after;
    }
    return { text: rest, at: tables[0]?.range[0] ?? rest.length };
  }

  function assertResult(next: string, wanted: Fields | null): string {
    if (isDeepStrictEqual(read(next), wanted)) return next;
    throw new ConfigProblem('Its MCP servers can’t be edited without changing the rest of the file.');
  }

  return {
    read,
    write(given, entry) {
      if (isDeepStrictEqual(read(given), entry)) return given;
      const eol = given.includes('\r\n') ? '\r\n' : '\n';
      const tables = tablesIn(given);
      const table =
        [...codexTable(readConnection(entry)!).split('\n'), ...findAddedSettings(given, tables)].join(eol) +
        eol;
      const { text, at } = removeTables(given, tables);
      const before = text.slice(0, at);
      const gap =
        tables.length > 0 || before === '' || before === BOM ? '' : before.endsWith('\n') ? eol : eol + eol;
      return assertResult(before + gap + table + text.slice(at), entry);
    },
    remove(given) {
      const tables = tablesIn(given);
      const { text, at } = removeTables(given, tables);
      return assertResult(tables.length > 0 ? withoutGap(text.slice(0, at)) + text.slice(at) : text, null);
    },
  };
}
