/** What one build of a remote in its own repository is to produce. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { createInputHasher } from '../build/inputHash';
import type { BuildTarget } from '../federation/buildTarget';
import { remoteConfiguration } from '../federation/remoteConfiguration';
import { sharedModules } from '../federation/sharedPolicy';
import type { RemoteConfig } from './config';

/** Whatever changes one of these makes a new build. */
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

/** The package's version and a hash of what the build is made of: the same sources give the same version. */
export const versionFor = ({ root, version }: RemoteConfig) =>
  `${version}-${createInputHasher(root)(INPUTS).slice(0, 8)}`;

/** webpack's configuration of the remote. */
export function buildConfiguration(
  { root, name }: RemoteConfig,
  target: Pick<BuildTarget, 'version' | 'outputDir' | 'mode' | 'release'>,
): Configuration {
  const descriptor = readFileSync(path.join(root, 'src/remote/descriptor.ts'), 'utf8');
  if (!descriptor.includes(`name: '${name}'`) && !descriptor.includes(`name: "${name}"`))
    throw new Error(
      `remote.config.json calls the remote ${name}, and src/remote/descriptor.ts does not. Give both the same name.`,
    );
  return remoteConfiguration(
    { name, exposes: { './remote': './src/remote/entry.ts' }, shared: sharedModules },
    { packageDir: root, sources: { root, inputs: INPUTS }, ...target },
  );
}
