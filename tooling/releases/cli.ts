/** `pnpm release|promote|rollback|canary|releases …`: publishes remotes and controls which version is live. See docs/releases.md. */
import path from 'node:path';
import { Command } from 'commander';
import { buildVersion } from '../build/buildVersion';
import { compilePackages } from '../build/compiler';
import { listInputs } from '../build/packages';
import { runProgram as runTool } from '../local-stack/program';
import { isRemote, REMOTE_NAMES } from '../local-stack/parts';
import { repoRoot } from '../local-stack/paths';
import { builtHost } from './builtHost';
import type { Repository } from './commands';
import { connectHost } from './host';
import { DEFAULT_STORE, openStore } from './openStore';
import { addReleaseCommands, runProgram } from './program';

/** @throws Error with the tool's output. */
async function requireSuccess(what: string, command: [string, ...string[]]): Promise<void> {
  const { code, output } = await runTool(command);
  if (code !== 0) throw new Error(`${output}\n\n${what} fail, so nothing is released.`);
}

const clone: Repository = {
  root: repoRoot,
  remotes: REMOTE_NAMES,
  ships: isRemote,
  version: (remote) => buildVersion(repoRoot, `remote-${remote}`),
  buildable: (remote) => ({
    remote,
    sources: { root: repoRoot, inputs: listInputs(`remote-${remote}`) },
    checkTypes: () =>
      requireSuccess(`The types of remote-${remote}`, ['tsgo', '-p', `remote-${remote}/tsconfig.json`]),
    runTests: () => requireSuccess(`The tests of remote-${remote}`, ['jest', `remote-${remote}/`]),
    compile: (version, folder) =>
      compilePackages({ [`remote-${remote}`]: version }, ['--env', `out=${folder}`, '--env', 'release']),
  }),
  store: (to) => openStore(to ?? path.join(repoRoot, DEFAULT_STORE)),
  host: (address) => (address ? connectHost(address) : builtHost(path.join(repoRoot, 'host/dist'))),
};

const program = new Command('pnpm').description(
  'Publishes remotes and decides which version is live: docs/releases.md.',
);
addReleaseCommands(program, () => clone, '<remote>');
const [first, second, ...rest] = process.argv.slice(2);
const names = program.commands.map((command) => command.name());
// `pnpm releases status memory` runs `status memory`; `pnpm releases memory` lists that remote.
const words =
  first === 'releases' && second !== undefined && names.includes(second)
    ? [second, ...rest]
    : process.argv.slice(2);
await runProgram(program, words);
