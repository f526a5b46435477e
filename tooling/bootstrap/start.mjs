/** `npm start`: installs the dependencies, then starts the stack (tooling/local-stack/start.ts). */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { endOnSignals, prepare } from './prepare.mjs';

const remotes = JSON.parse(readFileSync(new URL('../remotes.json', import.meta.url), 'utf8'));
const remotePorts = Object.entries(remotes)
  .map(([name, { port }]) => `REMOTE_${name.toUpperCase().replaceAll('-', '_')}_PORT (${port})`)
  .join(', ');

const HELP = `npm start [-- --blocks <number>]

Installs what is missing, builds what changed, and starts the dashboard on this machine.

  --blocks <number>   memory blocks of the demo workspace when the database is empty (1200)
  --help              this text

Variables: GATEWAY_PORT (3000), SERVICE_PORT (8000), DATABASE_URL (a PostgreSQL instead of the embedded database),
RELEASES_DIR (a folder of published releases, served over what is built here),
${remotePorts}
`;

const argv = process.argv.slice(2);
if (argv.includes('--help') || argv.includes('-h')) {
  console.log(HELP);
  process.exit(0);
}
const release = endOnSignals();
try {
  await prepare();
  const { bundle } = await import('./bundle.mjs');
  const programOf = await bundle();
  process.env.HINDSIGHT_BUNDLED = '1';
  const { start } = await import(pathToFileURL(programOf('start')).href);
  release();
  await start(argv);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
