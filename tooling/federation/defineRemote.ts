/** Used by the `webpack.config.ts` of the remotes in this workspace. */
import type { Configuration } from 'webpack';
import { type BuildArguments, type BuildEnv, buildTarget } from './buildTarget';
import { remoteConfiguration, type RemoteOptions } from './remoteConfiguration';

/** The webpack configuration of a remote. */
export function defineRemote(options: RemoteOptions) {
  return (env?: BuildEnv, args?: BuildArguments): Configuration =>
    remoteConfiguration(options, buildTarget(`remote-${options.name}`, env, args));
}
