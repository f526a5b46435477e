/**
 * Command line of releases: the same commands in the host's clone (`pnpm …`) and in the repository of one remote (`hindsight-remote …`).
 */
import type { Command } from 'commander';
import { DEFAULT_MIN_PEOPLE } from './autoCanary';
import { COMMANDS } from './commands';
import type { Call, Repository } from './commands';
import { KEPT_VERSIONS } from './pruneVersions';
import { checkInPage } from './pageCheck';
import { resolvePublicUrl } from './publicUrl';
import { loadSigningKey } from './signing/signature';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { CheckedRelease } from './checkRelease';
import { computeIntegrity } from './hash';

const DEADLINE_MS = 10_000;

/** Compares the response with the published file; null when they match, otherwise a description of the problem. */
async function problemAt(url: string, hash: string | undefined): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (!answer.ok) return `${url} responds with ${answer.status}`;
    // A server that answers every address with its own page also responds with 200.
    const isPublished = computeIntegrity(Buffer.from(await answer.arrayBuffer())) === hash;
    return isPublished ? null : `${url} differs from the published file`;
  } catch (error) {
    const { cause, message } = error as Error;
    const code = (cause as { code?: string } | undefined)?.code;
    return `${url} cannot be reached: ${code ?? message}`;
  }
}

/** @throws Error with one sentence when the release's entry is not served at its public address. */
export async function checkAddress({ release }: CheckedRelease): Promise<void> {
  const { baseUrl, entry, integrity, version, descriptor } = release;
  const problem = await problemAt(new URL(entry, baseUrl).href, integrity[entry]);
  if (problem)
    throw new Error(
      `Browsers couldn’t load ${descriptor.name} ${version}: ${problem}. ` +
        'Set the public address of the store with --public-url, or skip this check: --skip-address-check',
    );
}

/** git's user name in a repository, or the system's. */
function userName(root: string): string {
  try {
    const name = execFileSync('git', ['config', 'user.name'], { cwd: root, encoding: 'utf8' }).trim();
    if (name) return name;
  } catch {
    // No git, or no name configured: use the system's.
  }
  return os.userInfo().username;
}

const OPTIONS = {
  all: ['--all', 'each remote'],
  version: ['--version <x.y.z>', 'the version; by default derived from the package version and the build'],
  'skip-tests': ['--skip-tests', 'release without running tests first; promoting it then requires --force'],
  'skip-page-check': ['--skip-page-check', 'skip testing the version in a page of the host'],
  'skip-address-check': ['--skip-address-check', 'skip requesting the version’s entry at the public address'],
  'public-url': ['--public-url <address>', 'where browsers find the store (RELEASES_URL); needed once'],
  host: ['--host <address>', 'the dashboard in which a version is tested first'],
  'host-contracts': [
    '--host-contracts <x.y.z>',
    'contracts of the deployed host, if different from this clone’s',
  ],
  keep: ['--keep <number>', `versions that stay online (${KEPT_VERSIONS})`],
  auto: ['--auto', 'advances automatically until it is live or rolled back'],
  steps: ['--steps <1,10,50,100>', 'shares of an automatic canary'],
  wait: ['--wait <30m>', 'minimum duration of each step'],
  'min-people': [`--min-people <${DEFAULT_MIN_PEOPLE}>`, 'people who must report before a step is judged'],
  holder: ['--holder <name>', 'who holds the key'],
  releases: ['--releases <remotes>', 'remotes that the key may release'],
  promotes: ['--promotes <remotes>', 'remotes that the key may promote'],
  owner: ['--owner', 'the key may do everything'],
} as const;

type Option = keyof typeof OPTIONS;

/** Arguments of each command after the remote, its description, and its options. */
const TABLE: Readonly<Record<string, [words: string, does: string, options?: Option[]]>> = {
  release: ['', 'build and publish without making it live', ['version', 'skip-tests']],
  promote: [
    '[version]',
    'make a published version live',
    ['version', 'public-url', 'host', 'host-contracts', 'keep', 'skip-page-check', 'skip-address-check'],
  ],
  canary: [
    '[version] [audience...]',
    'try a version on a share of the organizations, or on those named; "off" ends it',
    [
      'auto',
      'steps',
      'wait',
      'min-people',
      'public-url',
      'host',
      'host-contracts',
      'skip-page-check',
      'skip-address-check',
    ],
  ],
  rollback: [
    '[to]',
    'go back to the previous good version or to the "shipped" one, or end a bad "canary"',
    ['public-url', 'host-contracts'],
  ],
  disable: ['', 'the kill switch: open pages stop running it within a minute and show the --reason'],
  enable: ['', 'turn a disabled remote back on'],
  retire: ['', 'remove the remote with its pages, slots and entries'],
  restore: ['', 'bring back a retired remote as it was', ['public-url', 'host-contracts']],
  status: ['', 'reports from open pages by version: affected people, errors, vitals'],
  releases: ['', 'published, live and canary versions, and the latest changes'],
  source: ['', 'source files and lines for the stack of an error report on standard input'],
  sign: ['[version]', 'vouch for a published version, where releases are signed'],
  keys: [
    '[list|create|add|remove] [key]',
    'who may release and promote what, where releases are signed',
    ['holder', 'releases', 'promotes', 'owner'],
  ],
  repair: ['', 'rebuild a lost registry from the record and the published folders', ['public-url']],
};

/** Commands for the whole store. */
const OF_THE_STORE = ['keys', 'repair'];
/** Commands that a repository of several remotes can run for all of them. */
const FOR_ALL = ['release', 'promote', 'sign'];

const numberFrom = (keep: string | undefined) => {
  const number = Number(keep ?? KEPT_VERSIONS);
  if (!Number.isInteger(number) || number < 1)
    throw new Error('--keep must be a whole number of versions, at least 1.');
  return number;
};

type Values = Record<string, string | undefined> & { all?: true; force?: true; auto?: true; owner?: true };

function parseCall(repository: Repository, words: readonly string[], values: Values): Call {
  const { steps, wait, minPeople } = values;
  if (!values.auto && (steps ?? wait ?? minPeople) !== undefined)
    throw new Error('--steps, --wait and --min-people control an automatic canary: add --auto.');
  const store = repository.store(values.to ?? process.env.RELEASES_TO);
  const { hostContracts, by = userName(repository.root), reason = null } = values;
  return {
    repository,
    store,
    words,
    author: { who: by, reason, force: values.force ?? false, key: loadSigningKey(values.key) },
    all: values.all ?? false,
    auto: values.auto ? { steps, wait, minPeople } : null,
    keyOptions: {
      holder: values.holder,
      releases: values.releases,
      promotes: values.promotes,
      owner: values.owner,
    },
    version: values.version,
    skipsTests: 'skipTests' in values,
    keep: numberFrom(values.keep),
    place: async () => ({
      store,
      publicUrl: await resolvePublicUrl(
        store,
        values.publicUrl ?? process.env.RELEASES_URL ?? repository.publicUrl,
      ),
      ...(hostContracts ? { hostContracts } : {}),
      async tryOut(checked) {
        if (!('skipAddressCheck' in values)) await checkAddress(checked);
        if (!('skipPageCheck' in values)) await checkInPage(store, checked, repository.host(values.host));
      },
    }),
    print: (line) => console.log(line),
  };
}

/**
 * Adds the commands to a program.
 * @param repository in which they run; evaluated by each command, so that help works without one.
 */
export function addReleaseCommands(
  program: Command,
  repository: () => Repository,
  remote: '<remote>' | null,
): void {
  for (const [name, [words, does, options = []]] of Object.entries(TABLE)) {
    const takesRemote = remote !== null && !OF_THE_STORE.includes(name);
    const command = program
      .command(`${name} ${takesRemote ? '[remote] ' : ''}${words}`.trim())
      .description(does)
      .allowExcessArguments(false);
    const own: Option[] = remote !== null && FOR_ALL.includes(name) ? ['all', ...options] : [...options];
    for (const option of own) command.option(OPTIONS[option][0], OPTIONS[option][1]);
    command
      .option('--to <folder | s3://bucket/prefix>', 'the store (RELEASES_TO)')
      .option('--reason <text>', 'written to the record')
      .option('--force', 'override a refusal; requires --reason')
      .option('--key <file>', 'the key to sign with (RELEASES_KEY_FILE), if the store has keys')
      .option('--by <name>', 'who makes the change; git’s user name by default')
      .action(async (...given: unknown[]) => {
        const typed = given
          .slice(0, -2)
          .flat()
          .filter((word): word is string => typeof word === 'string');
        const here = repository();
        const fixed = remote === null && !OF_THE_STORE.includes(name) ? [here.remotes[0]!] : [];
        await COMMANDS[name]!(parseCall(here, [...fixed, ...typed], given.at(-2) as Values));
      });
  }
}

/** Runs a program; prints an error as one sentence. */
export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
