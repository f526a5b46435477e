/**
 * The webpack plugin that checks and lists licenses; separate from the license rules, so that programs that only check do not load webpack.
 */
import type { WebpackPluginInstance } from 'webpack';
import LicensePlugin from 'webpack-license-plugin';
import { BILL_FILE, billOfMaterials, isAccepted, LICENSES_FILE } from './licenses';

/** Our own packages need no license entry. */
const isOurs = (name: string) => name.startsWith('@hindsight/') || name === 'hindsight-dashboard';

/** Writes both files; a build with an unaccepted license fails. */
export function licenseList(): WebpackPluginInstance {
  return new LicensePlugin({
    outputFilename: LICENSES_FILE,
    excludedPackageTest: isOurs,
    unacceptableLicenseTest: (license: string) => !isAccepted(license),
    additionalFiles: { [BILL_FILE]: billOfMaterials },
  });
}
