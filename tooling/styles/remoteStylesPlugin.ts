/** webpack plugin that checks a remote's style sheets and puts them into their layer. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Compiler, type NormalModule } from 'webpack';
import { moduleProblem, PARTS_LAYER, styleProblems } from './remoteStyles';

const NAME = 'RemoteStyles';

export class RemoteStyles {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const resources = [...modules].map((module) => (module as NormalModule).resource);
        for (const resource of new Set(resources.filter((one) => one?.endsWith('.css')))) {
          const file = path.relative(compiler.context, resource);
          const problem = moduleProblem(file);
          const problems = problem ? [problem] : styleProblems(readFileSync(resource, 'utf8'), file);
          compilation.errors.push(...problems.map((one) => new webpack.WebpackError(one)));
        }
      });
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        for (const name of Object.keys(assets).filter((one) => one.endsWith('.css')))
          compilation.updateAsset(
            name,
            (source) => new webpack.sources.ConcatSource(`@layer ${PARTS_LAYER}{`, source, '}'),
          );
      });
    });
  }
}
