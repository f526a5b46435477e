/** Build target of a remote in a separate repository. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { createInputHasher } from '../build/inputHash';
import type { BuildTarget } from '../federation/buildTarget';
import { remoteConfiguration } from '../federation/remoteConfiguration';
import { sharedModules } from '../federation/sharedPolicy';
import type { RemoteConfig } from './config';

/** A change to any of these results in a new build version. */
export const INPUTS = [
  'src',
  'package.json',
  'remote.config.json',
  'tsconfig.json',
  'pnpm-lock.yaml',
  'package-lock.json',
  'vite.config.ts',
  'rspack.config.ts',
];

/** The package's version plus a hash of the build inputs: the same sources produce the same version. */
export const versionFor = ({ root, version }: RemoteConfig) =>
  `${version}-${createInputHasher(root)(INPUTS).slice(0, 8)}`;

/** The webpack configuration of the remote. */
export function buildConfiguration(
  { root, name }: RemoteConfig,
  target: Pick<BuildTarget, 'version' | 'outputDir' | 'mode' | 'release'>,
): Configuration {
  const descriptor = readFileSync(path.join(root, 'src/remote/descriptor.ts'), 'utf8');
  if (!descriptor.includes(`name: '${name}'`) && !descriptor.includes(`name: "${name}"`))
    throw new Error(
      `remote.config.json calls the remote ${name}, but src/remote/descriptor.ts does not. Use the same name in both.`,
    );
  return remoteConfiguration(
    { name, exposes: { './remote': './src/remote/entry.ts' }, shared: sharedModules },
    { packageDir: root, sources: { root, inputs: INPUTS }, ...target },
  );
}
