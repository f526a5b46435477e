/** Sessions that ended before their time: a cookie that was copied before its owner signed out opens nothing. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Session } from './session';

export interface EndedSessions {
  has(session: Session): boolean;
  add(session: Session): void;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** @param file one line for each session, its expiry in Unix seconds and its id; those that are over by themselves are dropped here. */
export function createEndedSessions(file: string, nowSeconds = Math.floor(Date.now() / 1000)): EndedSessions {
  const lines = readLines(file).filter((line) => Number(line.split(' ')[0]) > nowSeconds);
  const ids = new Set(lines.map((line) => line.split(' ')[1]));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  return {
    has: ({ id }) => ids.has(id),
    add({ id, expiresAt }) {
      ids.add(id);
      appendFileSync(file, `${expiresAt} ${id}\n`);
    },
  };
}
