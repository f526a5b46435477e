/** Runs webpack and returns the statistics that later steps need. */
import webpack, { type Configuration, type StatsCompilation } from 'webpack';
import { STATS_OPTIONS } from './statistics';

/** @throws Error with the compiler's messages; a warning counts as a failure. */
export function compile(configurations: Configuration[]): Promise<StatsCompilation[]> {
  const compiler = webpack(configurations);
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => undefined);
      if (failure || !stats) return reject(failure ?? new Error('The compiler returned no statistics.'));
      if (stats.hasErrors() || stats.hasWarnings()) {
        return reject(new Error(stats.toString({ preset: 'errors-warnings', colors: false })));
      }
      resolve(stats.stats.map((one) => one.toJson(STATS_OPTIONS)));
    });
  });
}
