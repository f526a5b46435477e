/** `npm start` after the dependencies: build what changed, start the stack, print where it is and who can sign in. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPackages } from '../build/buildPackages';
import { BROWSER_PACKAGES, SERVICE_PACKAGE } from '../build/packages';
import { signInPeople } from './people';
import { claimPorts } from './portCheck';
import { PART_NAMES, PARTS, portsFrom } from './parts';
import { createProgress } from './progress';
import { deathNotice, type Stack, startStack } from './stack';

function blocksFrom(argv: string[]): number | undefined {
  const { values } = parseArgs({ args: argv, options: { blocks: { type: 'string' } } });
  if (values.blocks === undefined) return undefined;
  const blocks = Number(values.blocks);
  if (!Number.isInteger(blocks) || blocks < 0) {
    throw new Error(`--blocks must be a whole number of memory blocks, not "${values.blocks}".`);
  }
  return blocks;
}

/** Parent of a process, where the system shows it (Linux); null elsewhere or when it is gone. */
function parentProcess(pid: number): number | null {
  try {
    // The name in brackets may hold anything; state and parent follow its last bracket.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return Number(parent);
  } catch {
    return null;
  }
}

/** What to do on Ctrl-C, a polite kill, a closed terminal, or when the npm that started us is killed (a shell may be between them). */
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
  // The database is filled beside the compilers; the gateway opens when there is a page to show.
  const started = buildPackages([SERVICE_PACKAGE]).then(() =>
    startStack({
      ports,
      blocks,
      parts: PART_NAMES.filter((name) => name !== 'gateway'),
      onStarting: (starting) => (begun = starting),
      progress: {
        up: (name, seconds) => progress.done(PARTS[name].label, seconds, begun?.urls[name]),
        filling,
        died: (...death) => progress.note(deathNotice(...death)),
        noticed: (sentence) => progress.note(sentence),
      },
    }),
  );
  try {
    const [stack] = await Promise.all([started, built]);
    if (!ending) await stack.startPart('gateway');
    if (!ending) progress.note(welcome(stack.urls.gateway, stack.urls.service));
  } catch (error) {
    // A part that was stopped while it started is no failure when the person asked for it.
    if (ending) return;
    await begun?.stop();
    throw error;
  }
}

/** What a person needs to know at the end of a start: where the dashboard is, who can sign in, where mails can be read. */
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
