/** Describes a finished remote build: statistics, hashes and `release.json`. */
import path from 'node:path';
import type { Compiler } from 'webpack';
import type { BuildTarget } from './buildTarget';
import { onSuccess } from './onSuccess';
import { describeRelease } from './release';
import { writeStatistics } from './statistics';
import { writeAtomically } from './writeAtomically';

export class DescribeRelease {
  constructor(
    private readonly remote: string,
    private readonly target: BuildTarget,
  ) {}

  apply(compiler: Compiler): void {
    onSuccess(compiler, 'DescribeRelease', async (stats) => {
      const { packageDir, outputDir, version } = this.target;
      writeStatistics(outputDir, path.basename(packageDir), [stats]);
      const release = describeRelease({ remote: this.remote, version, packageDir, outputDir, stats });
      // A release build with a separate output folder does not replace the package's newest build.
      if (path.dirname(outputDir) === path.join(packageDir, 'dist'))
        writeAtomically(path.join(packageDir, 'dist/release.json'), JSON.stringify(release, null, 2));
    });
  }
}
