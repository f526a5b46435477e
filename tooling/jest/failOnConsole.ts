/**
 * Fails a test that logs console warnings or errors: a warning that nobody reads is a defect that nobody sees. A test that expects one
 * spies on `console` and asserts on the spy.
 */
import { format } from 'node:util';

const complaints: string[] = [];
const original = { error: console.error, warn: console.warn };

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      complaints.push(`console.${level}: ${format(...args)}`);
    };
  }
});

afterEach(() => {
  Object.assign(console, original);
  if (complaints.length > 0) throw new Error(`Unexpected console output:\n${complaints.join('\n')}`);
});
