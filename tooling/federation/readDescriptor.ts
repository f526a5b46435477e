/** Reads a remote's descriptor, and the files that it imports, as they are now. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';
import { buildSync } from 'esbuild';
import { descriptorProblems } from './descriptorProblems';

export interface ReadDescriptor {
  descriptor: RemoteDescriptor;
  /** What it was read from: a change of any of these changes it. */
  files: string[];
}

/** The file of a remote that says what it is. */
export const descriptorFile = (packageDir: string): string =>
  path.join(packageDir, 'src/remote/descriptor.ts');

/**
 * Bundled, not imported: Node keeps what it imported once, and `pnpm dev` would go on with the descriptor of its start.
 * @throws Error when it cannot be compiled, throws, or is wrong: with a sentence for each field.
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
