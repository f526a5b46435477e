/** Runs the last step of a build; its failure fails the build. */
import webpack, { type Compiler, type StatsCompilation } from 'webpack';
import { STATS_OPTIONS } from './statistics';

/** Calls `step` with the statistics of a compilation without errors or warnings. */
export function onSuccess(
  compiler: Compiler,
  name: string,
  step: (stats: StatsCompilation) => Promise<void>,
): void {
  compiler.hooks.done.tapPromise(name, async (stats) => {
    if (stats.hasErrors() || stats.hasWarnings()) return;
    await step(stats.toJson(STATS_OPTIONS)).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      stats.compilation.errors.push(new webpack.WebpackError(message));
    });
  });
}
