/** `npm start` after the dependencies are installed: builds changed packages, starts the stack, prints the address and the accounts. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPackages } from '../build/buildPackages';
import { BROWSER_PACKAGES, SERVICE_PACKAGE } from '../build/packages';
import { signInPeople } from './people';
import { claimPorts } from './portCheck';
import { PART_NAMES, PARTS, portsFrom } from './parts';
import { createProgress } from './progress';
import { crashMessage, type Stack, startStack } from './stack';

function blocksFrom(argv: string[]): number | undefined {
  const { values } = parseArgs({ args: argv, options: { blocks: { type: 'string' } } });
  if (values.blocks === undefined) return undefined;
  const blocks = Number(values.blocks);
  if (!Number.isInteger(blocks) || blocks < 0) {
    throw new Error(`--blocks must be a whole number of memory blocks, not "${values.blocks}".`);
  }
  return blocks;
}

/** Parent of a process on Linux; null on other systems or when the process is gone. */
function parentProcess(pid: number): number | null {
  try {
    // The process name in parentheses can contain anything; state and parent follow the last parenthesis.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return Number(parent);
  } catch {
    return null;
  }
}

/** Calls `stop` on Ctrl-C, SIGTERM, a closed terminal, or when the npm that started us dies (with a shell possibly in between). */
function onEnd(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.stdout.on('error', stop);
  if (!process.env.npm_lifecycle_event) return;
  const ancestors = () => `${process.ppid} ${parentProcess(process.ppid)}`;
  const before = ancestors();
  setInterval(() => ancestors() !== before && stop(), 1000).unref();
}

/** @param argv arguments of `npm start --`. */
export async function start(argv: string[]): Promise<void> {
  const blocks = blocksFrom(argv);
  const progress = createProgress();
  let begun: Stack | undefined;
  let ending = false;
  onEnd(() => {
    if (ending) return;
    ending = true;
    progress.note('Stopping …');
    void Promise.resolve(begun?.stop()).finally(() => process.exit(0));
  });

  const ports = await claimPorts(portsFrom(process.env));
  const built = progress.step('Build', async (report) => {
    const packages = await buildPackages(BROWSER_PACKAGES, { report });
    return packages.length > 0 ? `built ${packages.join(', ')}` : 'nothing changed';
  });
  const filling = progress.counter('Filling the database');
  // The database fills while the compilers run; the gateway starts once the page is built.
  const started = buildPackages([SERVICE_PACKAGE]).then(() =>
    startStack({
      ports,
      blocks,
      parts: PART_NAMES.filter((name) => name !== 'gateway'),
      onStarting: (starting) => (begun = starting),
      progress: {
        up: (name, seconds) => progress.done(PARTS[name].label, seconds, begun?.urls[name]),
        filling,
        died: (...death) => progress.note(crashMessage(...death)),
        noticed: (sentence) => progress.note(sentence),
      },
    }),
  );
  try {
    const [stack] = await Promise.all([started, built]);
    if (!ending) await stack.startPart('gateway');
    if (!ending) progress.note(welcome(stack.urls.gateway, stack.urls.service));
  } catch (error) {
    // A part stopped during its start is not an error when the user interrupted the start.
    if (ending) return;
    await begun?.stop();
    throw error;
  }
}

/** The message after a successful start: the dashboard's address, the accounts, and where to read outgoing email. */
export function welcome(address: string, service: string): string {
  const width = Math.max(...signInPeople.map(({ email }) => email.length));
  return [
    '',
    `The dashboard is at ${address}`,
    '',
    'Sign in as one of these (there are no passwords on this machine):',
    ...signInPeople.map(
      ({ name, email, description }) => `  ${email.padEnd(width)}  ${name}: ${description}`,
    ),
    '',
    ...(process.env.SMTP_URL ? [] : [`Outgoing email is captured here: ${service}/outbox`]),
    'Ctrl-C stops everything.',
  ].join('\n');
}
