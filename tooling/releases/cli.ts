/**
 * `pnpm release|promote|rollback|canary|releases …`: publishes remotes and decides which version is live. See docs/releases.md.
 */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildVersion } from '../build/buildVersion';
import { REMOTE_NAMES } from '../local-stack/parts';
import { repoRoot } from '../local-stack/paths';
import { type Place, promote, rollback, startCanary, stopCanary } from './actions';
import type { AuditLine } from './audit';
import { audienceFrom, remoteFrom, versionFrom } from './arguments';
import { forgetOldVersions, KEPT_VERSIONS } from './keep';
import { listReleases } from './listReleases';
import { makeRelease } from './makeRelease';
import { DEFAULT_STORE, openStore } from './openStore';
import { publicUrlOf } from './publicUrl';
import type { Author } from './registryChange';

const USAGE = `pnpm release <remote> [--version <x.y.z>]     build a remote and publish it; nobody gets it yet
pnpm promote <remote> <version>              make a published version the live one
pnpm rollback <remote>                       return to the version that was live before
pnpm canary <remote> <version> <percent | organization id ...>
                                             try a version on a part of the organizations
pnpm canary <remote> off                     give everybody the live version again
pnpm releases [<remote>]                     what is published, live, tried, and the last changes

  --to <folder | s3://bucket/prefix>   the store (RELEASES_TO, else ${DEFAULT_STORE})
  --public-url <address>               where browsers find the store (RELEASES_URL; needed once)
  --reason <text>                      written to the record
  --by <name>                          who does it; git's user name by default
  --keep <number>                      versions that stay online (${KEPT_VERSIONS})
  --host-contracts <x.y.z>             contracts of the deployed host, when it is not of this clone's version`;

function userName(): string {
  try {
    const name = execFileSync('git', ['config', 'user.name'], { cwd: repoRoot, encoding: 'utf8' }).trim();
    if (name) return name;
  } catch {
    // No git, or no name configured: use the system's.
  }
  return os.userInfo().username;
}

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
      help: { type: 'boolean' },
    },
  });
  const keep = Number(values.keep ?? KEPT_VERSIONS);
  if (!Number.isInteger(keep) || keep < 1)
    throw new Error('--keep must be a whole number of versions, at least 1.');
  return { positionals, values, keep };
}

const said = ({ what, remote, from, to, serial }: AuditLine) =>
  `${what}: ${remote} ${from ?? '(none)'} → ${to ?? 'off'}${serial === undefined ? '' : `, registry ${serial}`}`;

async function run(): Promise<void> {
  const { positionals, values, keep } = readArguments();
  const [command, ...words] = positionals;
  if (values.help || !command) return console.log(USAGE);
  const store = openStore(values.to ?? process.env.RELEASES_TO ?? path.join(repoRoot, DEFAULT_STORE));
  if (command === 'releases') {
    const only = words[0] === undefined ? undefined : remoteFrom(words[0], REMOTE_NAMES);
    return console.log(await listReleases(store, only));
  }
  const remote = remoteFrom(words[0], REMOTE_NAMES);
  const author: Author = { who: values.by ?? userName(), reason: values.reason ?? null };
  if (command === 'release') {
    const version =
      values.version === undefined ? buildVersion(repoRoot, `remote-${remote}`) : versionFrom(values.version);
    const files = await makeRelease(store, remote, version, author);
    console.log(`${remote} ${version}: ${files.size} files published to ${store.name}/${remote}/${version}`);
    console.log(`Make it live with: pnpm promote ${remote} ${version}`);
    return;
  }
  const hostContracts = values['host-contracts'];
  const place: Place = {
    store,
    publicUrl: await publicUrlOf(store, values['public-url'] ?? process.env.RELEASES_URL),
    ...(hostContracts ? { hostContracts } : {}),
  };
  if (command === 'promote') {
    console.log(said(await promote(place, remote, versionFrom(words[1]), author)));
    const gone = await forgetOldVersions(store, remote, author, keep);
    if (gone.length > 0) console.log(`removed: ${gone.join(', ')}`);
  } else if (command === 'rollback') console.log(said(await rollback(place, remote, author)));
  else if (command === 'canary') {
    const off = words.slice(1).includes('off');
    const change = off
      ? stopCanary(place, remote, author)
      : startCanary(place, remote, versionFrom(words[1]), audienceFrom(words.slice(2)), author);
    console.log(said(await change));
  } else throw new Error(`There is no command "${command}".\n\n${USAGE}`);
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
