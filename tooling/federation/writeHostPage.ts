/** Writes the host's page when its programs are built: `main`, the boot script that runs before it, and the frame renderer. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compiler, StatsCompilation } from 'webpack';
import type { BuildTarget } from './buildTarget';
import { hostPage } from './hostPage';
import { onSuccess } from './onSuccess';
import { writeStatistics } from './statistics';
import { writeAtomically } from './writeAtomically';

/** One instance is shared by the configurations of all programs. */
export class WriteHostPage {
  private readonly built = new Map<string, StatsCompilation>();

  /** @param template page template, relative to the package. */
  constructor(
    private readonly target: BuildTarget,
    private readonly template: string,
  ) {}

  apply(compiler: Compiler): void {
    onSuccess(compiler, 'WriteHostPage', async (stats) => {
      this.built.set(compiler.options.name ?? '', stats);
      const [main, boot] = [this.built.get('main'), this.built.get('boot')];
      if (!main || !boot || !this.built.has('frame')) return;
      const { packageDir, outputDir, version } = this.target;
      const template = readFileSync(path.join(packageDir, this.template), 'utf8');
      const page = hostPage(template, `/assets/${version}/`, main, boot);
      writeStatistics(outputDir, path.basename(packageDir), [main, boot]);
      writeAtomically(path.join(packageDir, 'dist/index.html'), page);
      writeAtomically(path.join(packageDir, 'dist/release.json'), JSON.stringify({ version }, null, 2));
    });
  }
}
