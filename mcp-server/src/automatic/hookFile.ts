/** Adds hooks to a client's settings, keeping a backup of the file, and removes them again. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { ConfigProblem } from '../config/problem';
import type { HookHost } from './hosts';

const OURS = /hindsight-(?:mcp|hook)(?:\.mjs)?"? hook /;
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

type Groups = Record<string, unknown[] | undefined>;

function hooksIn(text: string, file: string): Groups {
  const value = parse(text, [], { allowTrailingComma: true }) as { hooks?: Groups } | undefined;
  if (text.trim() !== '' && (typeof value !== 'object' || value === null))
    throw new ConfigProblem(`${file} was left as it is. It is not a JSON object.`);
  return value?.hooks ?? {};
}

const isOurs = (group: unknown) => OURS.test(JSON.stringify(group).replaceAll('\\"', '"'));
const set = (text: string, at: (string | number)[], value: unknown, isArrayInsertion = false) =>
  applyEdits(text, modify(text, at, value, { ...FORMAT, isArrayInsertion }));

function addHooks(
  given: string,
  { base, events, entry }: HookHost,
  commandFor: (event: string) => string,
  file: string,
) {
  let text = given.trim() === '' ? `${JSON.stringify(base, null, 2)}\n` : given;
  for (const event of Object.keys(events)) {
    const groups = hooksIn(text, file)[event] ?? [];
    const group = entry(commandFor(event), event);
    text =
      groups.length === 0
        ? set(text, ['hooks', event], [group])
        : set(text, ['hooks', event, groups.length], group, true);
  }
  return text;
}

function removeHooks(given: string, { events }: HookHost, file: string): string {
  let text = given;
  for (const event of Object.keys(events)) {
    const groups = hooksIn(text, file)[event] ?? [];
    const kept = groups.filter((group) => !isOurs(group));
    if (kept.length < groups.length) text = set(text, ['hooks', event], kept.length > 0 ? kept : undefined);
  }
  return Object.keys(hooksIn(text, file)).length === 0 ? set(text, ['hooks'], undefined) : text;
}

const hasOurs = (text: string, { events }: HookHost, file: string) =>
  Object.keys(events).some((event) => (hooksIn(text, file)[event] ?? []).some(isOurs));

/** The file with a client's hooks on this machine. @param commandFor maps an event of the client to a command. */
export function hookFile(host: HookHost, file: string, commandFor: (event: string) => string) {
  const backup = `${file}.before-hindsight-memory`;
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const replace = (text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}.tmp`, text, { mode: 0o600 });
    renameSync(`${file}.${process.pid}.tmp`, file);
  };
  return {
    isOn: () => hasOurs(read(), host, file),
    /** @returns whether anything changed. */
    add(): boolean {
      const text = read();
      if (hasOurs(text, host, file)) return false;
      if (existsSync(file)) copyFileSync(file, backup);
      replace(addHooks(text, host, commandFor, file));
      return true;
    },
    /** Restores the original file, unless it was changed since; then removes only our hooks. */
    remove(): void {
      const text = read();
      const before = existsSync(backup) ? readFileSync(backup, 'utf8') : null;
      if (text === addHooks(before ?? '', host, commandFor, file)) {
        if (before === null) rmSync(file);
        else renameSync(backup, file);
        return;
      }
      replace(removeHooks(text, host, file));
      rmSync(backup, { force: true });
    },
  };
}
