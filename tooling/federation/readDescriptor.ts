/** Reads the current version of a remote's descriptor and of the files it imports. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';
import { buildSync } from 'esbuild';
import { descriptorProblems } from './descriptorProblems';

export interface ReadDescriptor {
  descriptor: RemoteDescriptor;
  /** Source files of the descriptor, to be watched for changes. */
  files: string[];
}

/** A remote's descriptor file. */
export const descriptorFile = (packageDir: string): string =>
  path.join(packageDir, 'src/remote/descriptor.ts');

/**
 * Bundles instead of importing: Node caches imports, so `pnpm dev` would keep the descriptor from its start.
 * @throws Error when it does not compile, throws, or is invalid: with one sentence per field.
 */
export function readDescriptor(packageDir: string): ReadDescriptor {
  const file = descriptorFile(packageDir);
  const { outputFiles, metafile } = buildSync({
    entryPoints: [file],
    absWorkingDir: packageDir,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    metafile: true,
    logLevel: 'silent',
  });
  const module = { exports: {} as { descriptor?: unknown } };
  const run = compileFunction(outputFiles[0]!.text, ['module', 'exports', 'require'], {
    filename: file,
  }) as (...values: unknown[]) => void;
  run(module, module.exports, createRequire(file));
  const { descriptor } = module.exports;
  const problems = descriptorProblems(descriptor);
  if (problems.length > 0)
    throw new Error(`${path.relative(packageDir, file)} is wrong:\n${problems.join('\n')}`);
  return {
    descriptor: descriptor as RemoteDescriptor,
    files: Object.keys(metafile.inputs).map((name) => path.resolve(packageDir, name)),
  };
}
