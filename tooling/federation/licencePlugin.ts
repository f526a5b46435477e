/** The webpack plugin that checks and lists licences; apart from their rules, so that programs that only check load no compiler. */
import type { WebpackPluginInstance } from 'webpack';
import LicencePlugin from 'webpack-license-plugin';
import { BILL_FILE, billOfMaterials, isAccepted, LICENCES_FILE } from './licences';

/** Our own packages are not licensed to ourselves. */
const isOurs = (name: string) => name.startsWith('@hindsight/') || name === 'hindsight-dashboard';

/** Writes both files; a build that contains a licence which is not accepted fails. */
export function licenceList(): WebpackPluginInstance {
  return new LicencePlugin({
    outputFilename: LICENCES_FILE,
    excludedPackageTest: isOurs,
    unacceptableLicenseTest: (licence: string) => !isAccepted(licence),
    additionalFiles: { [BILL_FILE]: billOfMaterials },
  });
}
