/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../platform/config/config';
import { expectedLimits } from './file';
import { LIMIT_VARIABLES } from '../platform/config/variables';

const { file, text } = expectedLimits(path.resolve(__dirname, '../../..'));

test('docs/limits.md is what the code says; `pnpm limits` writes it', () => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('names limits of every kind with what happens beyond them', () => {
  for (const line of [
    '| Jobs of one person that wait or run | 1,000 jobs | `JOBS_PER_PERSON` | 429 “You have … jobs queued or running. Wait for some of them to finish.” |',
    '| invitations | 60 in 1 h | 429 |',
    '| One statement: search | 20 s | `STATEMENT_TIMEOUT_SEARCH_SECONDS` | 503 `query_timeout` “The search took too long and was stopped. Narrow it down and try again.” |',
    '| Content, lessons learned and errors of a memory, each | 200,000 characters |  |',
    '| Requests of one caller per second, over ten seconds | 50 | `CALLER_RATE` | 429 |',
  ])
    expect(text).toContain(line);
});

test('every variable of a limit can be set for the containers', () => {
  const compose = readFileSync(path.resolve(__dirname, '../../../docker-compose.yml'), 'utf8');
  const named = [...text.matchAll(/\| `([A-Z_]+)` \|/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !compose.includes(`    ${name}:`))).toEqual([]);
});

test.each(Object.entries(LIMIT_VARIABLES))('%s is refused outside of its range', (name, { min, max }) => {
  const sentence = `${name} must be a whole number from ${min} to ${max}`;
  // Some are read only beside what they limit.
  const model = { LLM_BASE_URL: 'http://localhost:1/v1', LLM_MODEL: 'm' };
  expect(() => readConfig({ ...model, [name]: String(max + 1) })).toThrow(sentence);
  expect(() => readConfig({ ...model, [name]: String(max) })).not.toThrow();
});
