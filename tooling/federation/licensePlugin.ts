/** The webpack plugin that checks and lists licenses; apart from their rules, so that programs that only check load no compiler. */
import type { WebpackPluginInstance } from 'webpack';
import LicensePlugin from 'webpack-license-plugin';
import { BILL_FILE, billOfMaterials, isAccepted, LICENSES_FILE } from './licenses';

/** Our own packages are not licensed to ourselves. */
const isOurs = (name: string) => name.startsWith('@hindsight/') || name === 'hindsight-dashboard';

/** Writes both files; a build that contains a license which is not accepted fails. */
export function licenseList(): WebpackPluginInstance {
  return new LicensePlugin({
    outputFilename: LICENSES_FILE,
    excludedPackageTest: isOurs,
    unacceptableLicenseTest: (license: string) => !isAccepted(license),
    additionalFiles: { [BILL_FILE]: billOfMaterials },
  });
}
