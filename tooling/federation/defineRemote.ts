/** A remote of this workspace: its `webpack.config.ts`. */
import type { Configuration } from 'webpack';
import { type BuildArguments, type BuildEnv, buildTarget } from './buildTarget';
import { remoteConfiguration, type RemoteOptions } from './remoteConfiguration';

/** webpack's configuration of a remote. */
export function defineRemote(options: RemoteOptions) {
  return (env?: BuildEnv, args?: BuildArguments): Configuration =>
    remoteConfiguration(options, buildTarget(`remote-${options.name}`, env, args));
}
