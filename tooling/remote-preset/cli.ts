#!/usr/bin/env node
/** `hindsight-remote …`: everything that a remote in a repository of its own needs. See README.md of this package. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import 'tsx';
import { createStandalone } from '../create-remote/createStandalone';
import { versionFrom } from '../releases/arguments';
import { commandName, nameCommandsOf } from '../releases/commandName';
import { restore } from '../releases/lifecycle';
import { listReleases } from '../releases/listReleases';
import type { Author } from '../releases/registryChange';
import { repair } from '../releases/repair';
import { signRelease } from '../releases/signing/keyChanges';
import { keysCommand } from '../releases/signing/keyCommands';
import { signingKeyOf } from '../releases/signing/signature';
import { userName } from '../releases/userName';
import { watchStatus } from '../releases/watch/watchStatus';
import { buildRemote } from './build';
import { readConfig } from './config';

const USAGE = `hindsight-remote create <folder>               a new remote in a repository of its own; needs --packs
hindsight-remote build [--version <x.y.z>]     a production build in dist/
hindsight-remote dev                           the remote in a running host, compiled again at each change
hindsight-remote test [<words for Jest>]       types, unit tests and contract tests
hindsight-remote release [--version <x.y.z>]   build and publish; nobody gets it yet
hindsight-remote promote <version>             make a published version the live one
hindsight-remote releases                      what is published, live, tried, and the last changes
hindsight-remote status                        what open pages report of each version: failing tabs, reasons, vitals
hindsight-remote restore                       bring the remote back that was retired
hindsight-remote sign <version>                vouch for a published version, where releases are signed
hindsight-remote keys create <file>            make a key to sign with; "keys" alone lists those that the store knows
hindsight-remote repair                        rebuild a lost registry from the record and the published folders

  --packs <folder>                     the archives of the packages that the new repository needs
  --to <folder | s3://bucket/prefix>   the store (RELEASES_TO, else "releases" in remote.config.json)
  --public-url <address>               where browsers find the store (RELEASES_URL, else "publicUrl"; needed once)
  --host <address>                     the host that dev opens ("host" in remote.config.json)
  --reason <text>                      written to the record
  --force                              do what is refused otherwise; needs --reason
  --skip-address-check                 promote without asking for the release at its public address first
  --key <file>                         the key to sign with (RELEASES_KEY_FILE), where the store knows keys
  --by <name>                          who does it; git's user name by default
  --host-contracts <x.y.z>             contracts of the deployed host, when they are not those installed here`;

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      version: text,
      to: text,
      host: text,
      packs: text,
      by: text,
      key: text,
      reason: text,
      'public-url': text,
      'host-contracts': text,
      'skip-address-check': { type: 'boolean' },
      force: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
}

type Values = ReturnType<typeof readArguments>['values'];

function authorFrom({ by, reason, force = false, key }: Values, root: string): Author {
  return { who: by ?? userName(root), reason: reason ?? null, force, key: signingKeyOf(key) };
}

async function run([name, ...rest]: string[]): Promise<void> {
  const root = process.cwd();
  const print = (line: string) => console.log(line);
  // Every word after it is Jest's.
  if (name === 'test') {
    readConfig(root);
    const { testRemote } = await import('./test');
    if (!(await testRemote(root, rest))) process.exitCode = 1;
    return;
  }
  const { values, positionals } = readArguments(rest);
  if (!name || name === '--help' || values.help) return print(USAGE);
  if (name === 'create') {
    const [folder = ''] = positionals;
    createStandalone(path.resolve(folder), path.resolve(values.packs ?? 'packs'));
    return print(`${folder} is there. Next: cd ${folder} && git init && npm install && npm test`);
  }
  const config = readConfig(root);
  const version = values.version === undefined ? undefined : versionFrom(values.version);
  if (name === 'build') return print(`built ${await buildRemote(config, version)}`);
  if (name === 'dev') {
    const { developRemote } = await import('./dev');
    return developRemote({ ...config, host: values.host ?? config.host }, print);
  }
  const { releaseRemote, promoteRemote, placeOf, storeOf } = await import('./release');
  const author = authorFrom(values, root);
  const place = () =>
    placeOf(config, storeOf(config, values.to), {
      publicUrl: values['public-url'],
      hostContracts: values['host-contracts'],
      skipAddressCheck: values['skip-address-check'],
    });
  if (name === 'release') {
    const store = storeOf(config, values.to);
    const released = await releaseRemote(config, store, author, version);
    return print(
      `${config.name} ${released} is published in ${store.name}. Make it live with: hindsight-remote promote ${released}`,
    );
  }
  if (name === 'promote') {
    const wanted = versionFrom(positionals[0]);
    const target = await place();
    await promoteRemote(config, target, wanted, author);
    print(`${config.name} ${wanted} is live in ${target.store.name}`);
    return print(`Whether it fails in open pages: ${commandName('status')}`);
  }
  if (name === 'releases') return print(await listReleases(storeOf(config, values.to), config.name));
  if (name === 'status') return print(await watchStatus(storeOf(config, values.to), Date.now(), config.name));
  if (name === 'sign') {
    const wanted = { remote: config.name, version: versionFrom(positionals[0]) };
    await signRelease(storeOf(config, values.to), wanted, author);
    return print(`${config.name} ${wanted.version} is signed by ${author.key?.id}.`);
  }
  if (name === 'keys') {
    const [what = 'list'] = positionals;
    if (what !== 'list' && what !== 'create')
      throw new Error(
        'Keys are added and removed by an owner, in the clone of the host: pnpm releases keys.',
      );
    return print(await keysCommand(positionals, storeOf(config, values.to), author, {}));
  }
  if (name === 'restore') {
    await restore(await place(), config.name, author);
    return print(`${config.name} is back.`);
  }
  if (name === 'repair') {
    const lines = await repair(await place(), author);
    return print(lines.map(({ remote, to }) => `${remote}: ${to ?? 'gone'}`).join('\n'));
  }
  throw new Error(`There is no command "${name}".\n\n${USAGE}`);
}

nameCommandsOf('hindsight-remote');
await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
