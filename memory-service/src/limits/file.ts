/** Where docs/limits.md is, and what it must hold. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { limitsDocument } from './document';

const RATES = /^[ \t]+((?:CALLER|ADDRESS)_(?:RATE|CONNECTIONS)): \$\{\1:-([^}\n]+)\}$/gm;

/** The path of the document, and its text by the code of the clone at `root`. */
export function expectedLimits(root: string): { file: string; text: string } {
  const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const edge = [...compose.matchAll(RATES)].map(([, name = '', value = '']) => [name, value]);
  return {
    file: path.join(root, 'docs/limits.md'),
    text: limitsDocument(Object.fromEntries(edge) as Record<string, string>),
  };
}
