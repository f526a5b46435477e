/** Options for Module Federation's plugin of another bundler (Vite, Rspack), so that its build fits the host. */
import { containerName } from '../federation/containerName';
import { ranges, sharedPolicy } from '../federation/sharedPolicy';
import { readConfig } from './config';

/** The version that `hindsight-remote release` builds; the bundler's configuration may use it in names of classes. */
export const VERSION_VARIABLE = 'HINDSIGHT_REMOTE_VERSION';

/** @param root folder of the repository. */
export function federationOptions(root = process.cwd()) {
  const { name } = readConfig(root);
  return {
    name: containerName(name, process.env[VERSION_VARIABLE] ?? 'dev'),
    filename: 'remoteEntry.js',
    exposes: { './remote': './src/remote/entry.ts' },
    // The host provides all of it: no installed version counts.
    shared: sharedPolicy('remote', ranges),
    shareStrategy: 'loaded-first' as const,
    manifest: true,
    dts: false,
  };
}
