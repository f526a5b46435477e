/** Options for another bundler's Module Federation plugin (Vite, Rspack), so that its build is compatible with the host. */
import { containerName } from '../federation/containerName';
import { ranges, sharedPolicy } from '../federation/sharedPolicy';
import { readConfig } from './config';

/** Version built by `hindsight-remote release`; the bundler's configuration can use it in class names. */
export const VERSION_VARIABLE = 'HINDSIGHT_REMOTE_VERSION';

/** @param root folder of the repository. */
export function federationOptions(root = process.cwd()) {
  const { name } = readConfig(root);
  return {
    name: containerName(name, process.env[VERSION_VARIABLE] ?? 'dev'),
    filename: 'remoteEntry.js',
    exposes: { './remote': './src/remote/entry.ts' },
    // The host provides all shared modules, so installed versions do not matter.
    shared: sharedPolicy('remote', ranges),
    shareStrategy: 'loaded-first' as const,
    manifest: true,
    dts: false,
  };
}
