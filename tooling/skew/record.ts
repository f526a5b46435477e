/** Records the exports of a release: `tsx tooling/skew/record.ts`, after `pnpm changeset version` has raised the versions. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { sharedRequests } from '../federation/sharedPolicy';
import { repoRoot } from '../local-stack/paths';

interface Manifest {
  version: string;
  exports: Record<string, string>;
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(repoRoot, folder, 'package.json'), 'utf8')) as Manifest;

function resolveSource(request: string): string {
  const [, folder = '', ...entry] = request.split('/');
  const file = readManifest(folder).exports[`./${entry.join('/')}`];
  if (!file) throw new Error(`${folder} has no entry point for ${request}.`);
  return path.join(repoRoot, folder, file);
}

const requests = Object.keys(sharedRequests).filter((request) => request.startsWith('@hindsight/'));
const program = ts.createProgram(requests.map(resolveSource), {
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

/** Exported names with a run-time value: types vanish from a bundle. */
function listValues(file: string): string[] {
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  const exported = symbol ? checker.getExportsOfModule(symbol) : [];
  const isValue = (one: ts.Symbol) => {
    const real = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    return (real.flags & ts.SymbolFlags.Value) !== 0;
  };
  return exported
    .filter(isValue)
    .map(({ name }) => name)
    .sort();
}

const recorded = {
  release: readManifest('host').version,
  contracts: readManifest('shared-contracts').version,
  exports: Object.fromEntries(requests.map((request) => [request, listValues(resolveSource(request))])),
};
writeFileSync(
  path.join(import.meta.dirname, 'previousExports.json'),
  `${JSON.stringify(recorded, null, 2)}\n`,
);
