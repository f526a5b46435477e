/** Compiles the packages that a remote imports (contracts and components) to JavaScript and declarations. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Manifest } from './manifests';
import { writeReadme } from './readme';

/** Relative imports in the compiler's output. */
const RELATIVE = /(\bfrom |\bimport |\bimport\()(['"])(\.{1,2}(?:\/[^'"]+)?)\2/g;
const WRITTEN = /\.(js|css|json)$/;

function filesBelow(folder: string, name: RegExp): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).filter((file) => name.test(file));
}

/** Adds file names to relative imports, which Node and strict bundlers require in ES modules. */
function withFileNames(file: string): string {
  const extension = file.endsWith('.d.ts') ? '.d.ts' : '.js';
  return readFileSync(file, 'utf8').replace(RELATIVE, (whole, before: string, quote: string, to: string) => {
    if (WRITTEN.test(to)) return whole;
    const isFile = existsSync(path.resolve(path.dirname(file), to) + extension);
    return `${before}${quote}${to}${isFile ? '.js' : '/index.js'}${quote}`;
  });
}

/**
 * Writes `<out>/<package>/src`, with the modules reachable from the packages' entry points and without tests; and `README.md` next to it.
 * @param root folder of the clone.
 */
export function compileLibraries(root: string, out: string, packages: Record<string, Manifest>): void {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), (file) =>
    ts.sys.readFile(file),
  );
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const entries = Object.entries(packages).flatMap(([folder, { exports = {} }]) =>
    Object.values(exports).map((file) => path.join(root, folder, String(file))),
  );
  const emitted = {
    rootDir: root,
    outDir: out,
    noEmit: false,
    declaration: true,
    // The workspace already type-checks its sources.
    noCheck: true,
    incremental: false,
    tsBuildInfoFile: undefined,
  };
  const program = ts.createProgram(
    [...entries.filter((file) => /\.tsx?$/.test(file)), path.join(root, 'shared-ui/src/css.d.ts')],
    { ...options, ...emitted },
  );
  const { diagnostics } = program.emit();
  if (diagnostics.length > 0)
    throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
  for (const [folder, manifest] of Object.entries(packages)) {
    writeFileSync(
      path.join(out, folder, 'README.md'),
      writeReadme(program, path.join(root, folder), manifest),
    );
    const sources = path.join(root, folder, 'src');
    for (const sheet of filesBelow(sources, /\.css$/))
      cpSync(path.join(sources, sheet), path.join(out, folder, 'src', sheet));
    for (const name of filesBelow(path.join(out, folder, 'src'), /\.(js|d\.ts)$/)) {
      const file = path.join(out, folder, 'src', name);
      writeFileSync(file, withFileNames(file));
    }
  }
}
