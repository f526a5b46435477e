/** `node tooling/bootstrap/run.mjs <file below tooling> …`: runs a program of the repository, even in a fresh clone. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endOnSignals, prepare } from './prepare.mjs';

const [program, ...rest] = process.argv.slice(2);
const file = path.resolve(fileURLToPath(new URL('..', import.meta.url)), program);
const release = endOnSignals();
try {
  await prepare({ quiet: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
release();
process.argv = [process.argv[0], file, ...rest];
await import('tsx');
await import(pathToFileURL(file).href);
