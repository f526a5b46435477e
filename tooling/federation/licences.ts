/** Lists the packages that a build contains, with version, licence and its text. */
import LicencePlugin from 'webpack-license-plugin';
import type { WebpackPluginInstance } from 'webpack';

/** The list, in the folder of the build. */
export const LICENCES_FILE = 'licences.json';

/** Our own packages are not licensed to ourselves. */
const isOurs = (name: string) => name.startsWith('@hindsight/') || name === 'hindsight-dashboard';

export function licenceList(): WebpackPluginInstance {
  return new LicencePlugin({ outputFilename: LICENCES_FILE, excludedPackageTest: isOurs });
}
