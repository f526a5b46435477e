/**
 * Fails a test that makes the console complain: a warning nobody reads is a defect nobody sees.
 * A test that expects a complaint spies on `console` itself and asserts on the spy.
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
