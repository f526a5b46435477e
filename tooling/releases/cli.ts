/**
 * `pnpm release|promote|rollback|canary|releases …`: publishes remotes and decides which version is live. See docs/releases.md.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repoRoot } from '../local-stack/paths';
import { checkAddress } from './checkAddress';
import { COMMANDS } from './commands';
import { KEPT_VERSIONS } from './keep';
import { DEFAULT_STORE, openStore } from './openStore';
import { checkInPage } from './pageCheck';
import { publicUrlOf } from './publicUrl';
import { signingKeyOf } from './signing/signature';
import { userName } from './userName';

const USAGE = `pnpm release <remote> [--version <x.y.z>]     build a remote and publish it; nobody gets it yet
pnpm release --all [--version <x.y.z>]       the same for each remote of this clone
pnpm promote <remote> <version>              make a published version the live one
pnpm promote --all [<version>]               make the newest version of each remote live, or this one: all or none
pnpm rollback <remote>                       return to the last good version that was live before
pnpm rollback <remote> shipped               return to the build that the deployment ships
pnpm canary <remote> <version> <percent | organization id ...>
                                             try a version on a part of the organizations
pnpm canary <remote> <version> --auto [<organization id ...>]
                                             try it on growing shares; goes live or is rolled back by itself
pnpm canary <remote> off                     give everybody the live version again
pnpm rollback <remote> canary                the same because it is bad: it needs --force to come back
pnpm releases [<remote>]                     what is published, live, tried, and the last changes
pnpm releases status [<remote>]              what open pages report of them: for how many people they fail, vitals, automatic canaries
pnpm releases retire <remote>                take a remote out: its pages, slots and entries are gone
pnpm releases restore <remote>               bring it back as it was
pnpm releases disable <remote> --reason <text>
                                             the kill switch: open pages stop running it within a minute and show the reason
pnpm releases enable <remote>                end that
pnpm releases repair                         rebuild a lost registry from the record and the published folders
pnpm releases keys [list]                    who may release and promote what, where releases are signed
pnpm releases keys create <file>             make a key; its private part is in the file alone
pnpm releases keys add <public key> --holder <name> [--releases <remotes>] [--promotes <remotes>] [--owner]
pnpm releases keys remove <id>
pnpm releases sign <remote> <version>        vouch for a published version; --all: for all that is live, tried and before

  --to <folder | s3://bucket/prefix>   the store (RELEASES_TO, else ${DEFAULT_STORE})
  --public-url <address>               where browsers find the store (RELEASES_URL; needed once)
  --reason <text>                      written to the record
  --force                              do what is refused otherwise; needs --reason
  --steps <1,10,50,100>                shares of an automatic canary
  --wait <30m>                         how long each of its steps lasts at least
  --min-people <20>                    people who must have reported before a step is judged
  --skip-page-check                    promote or try a version without loading it in a page of the host first
  --skip-address-check                 the same without asking for its entry at the public address
  --key <file>                         the key to sign with (RELEASES_KEY_FILE), where the store knows keys
  --by <name>                          who does it; git's user name by default
  --keep <number>                      versions that stay online (${KEPT_VERSIONS})
  --host-contracts <x.y.z>             contracts of the deployed host, when it is not of this clone's version`;

function readArguments() {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      to: text,
      'public-url': text,
      version: text,
      reason: text,
      by: text,
      keep: text,
      'host-contracts': text,
      steps: text,
      wait: text,
      'min-people': text,
      key: text,
      holder: text,
      releases: text,
      promotes: text,
      owner: { type: 'boolean' },
      auto: { type: 'boolean' },
      all: { type: 'boolean' },
      force: { type: 'boolean' },
      'skip-page-check': { type: 'boolean' },
      'skip-address-check': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const keep = Number(values.keep ?? KEPT_VERSIONS);
  if (!Number.isInteger(keep) || keep < 1)
    throw new Error('--keep must be a whole number of versions, at least 1.');
  return { positionals, values, keep };
}

async function run(): Promise<void> {
  const { positionals, values, keep } = readArguments();
  const [name, ...words] = positionals;
  if (values.help || !name) return console.log(USAGE);
  const command = COMMANDS[name];
  if (!command) throw new Error(`There is no command "${name}".\n\n${USAGE}`);
  if (words.length > command.words)
    throw new Error(
      `${name} does not take so many words: "${words.slice(command.words).join(' ')}" is too much.`,
    );
  const { steps, wait, 'min-people': minPeople } = values;
  if (!values.auto && (steps ?? wait ?? minPeople) !== undefined)
    throw new Error('--steps, --wait and --min-people say how a canary grows by itself: add --auto.');
  const store = openStore(values.to ?? process.env.RELEASES_TO ?? path.join(repoRoot, DEFAULT_STORE));
  const hostContracts = values['host-contracts'];
  const { version, reason = null, by = userName(repoRoot), all = false, force = false } = values;
  await command.run({
    store,
    words,
    author: { who: by, reason, force, key: signingKeyOf(values.key) },
    all,
    auto: values.auto ? { steps, wait, minPeople } : null,
    keyOptions: values,
    version,
    keep,
    place: async () => ({
      store,
      publicUrl: await publicUrlOf(store, values['public-url'] ?? process.env.RELEASES_URL),
      ...(hostContracts ? { hostContracts } : {}),
      async tryOut(checked) {
        if (!values['skip-address-check']) await checkAddress(checked);
        if (!values['skip-page-check']) await checkInPage(store, checked);
      },
    }),
    print: (line) => console.log(line),
  });
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
