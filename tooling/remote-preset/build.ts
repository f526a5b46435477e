/** `hindsight-remote build`: a production build in `dist/<version>`. */
import path from 'node:path';
import { precompress } from '../build/precompress';
import { compile } from '../federation/compile';
import type { RemoteConfig } from './config';
import { configurationOf, versionOf } from './target';

/** @returns the folder of the build. */
export async function buildRemote(config: RemoteConfig, version = versionOf(config)): Promise<string> {
  const outputDir = path.join(config.root, 'dist', version);
  await compile([configurationOf(config, { version, outputDir, mode: 'production' })]);
  await precompress(outputDir);
  return outputDir;
}
