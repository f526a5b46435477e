#!/usr/bin/env node
/** `hindsight-remote …`: commands for a remote in a separate repository. See README.md of this package. */
import path from 'node:path';
import { Command } from 'commander';
import 'tsx';
import { createStandalone } from '../create-remote/createStandalone';
import { versionFrom } from '../releases/arguments';
import { setCommandName } from '../releases/commandName';
import { addReleaseCommands, runProgram } from '../releases/program';
import { buildRemote } from './build';
import { readConfig } from './config';
import { openRepository } from './release';

const PROGRAM = 'hindsight-remote';
const print = (line: string) => console.log(line);
const config = () => readConfig(process.cwd());

const program = new Command(PROGRAM).description('A dashboard remote in its own repository.');
program
  .command('create <folder>')
  .description('a new remote in its own repository')
  .option('--packs <folder>', 'the archives of the packages it needs', 'packs')
  .action((folder: string, { packs }: { packs: string }) => {
    createStandalone(path.resolve(folder), path.resolve(packs));
    print(`Created ${folder}. Next: cd ${folder} && git init && npm install && npm test`);
  });
program
  .command('build')
  .description('a production build in dist/')
  .option('--version <x.y.z>', 'its version')
  .action(async ({ version }: { version?: string }) =>
    print(`built ${await buildRemote(config(), version === undefined ? undefined : versionFrom(version))}`),
  );
program
  .command('dev')
  .description('the remote in a running host, recompiled at each change')
  .option('--host <address>', 'the host that it opens ("host" in remote.config.json)')
  .action(async ({ host }: { host?: string }) => {
    const { developRemote } = await import('./dev');
    const own = config();
    await developRemote({ ...own, host: host ?? own.host }, print);
  });
program
  .command('test [words...]')
  .description('types, unit tests and contract tests; words go to Jest')
  .allowUnknownOption()
  .action(async (words: string[]) => {
    config();
    const { checkTypes, runTests } = await import('./test');
    const passed = (await checkTypes(process.cwd())) && (await runTests(process.cwd(), words));
    if (!passed) process.exitCode = 1;
  });
addReleaseCommands(program, () => openRepository(config()), null);

setCommandName(PROGRAM);
await runProgram(program, process.argv.slice(2));
