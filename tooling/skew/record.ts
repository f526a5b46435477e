/** Records what the previous release exports: `tsx tooling/skew/record.ts`, after `previous.json` names another commit. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { sharedRequests } from '../federation/sharedPolicy';
import { previousRelease } from './previous';

interface Manifest {
  version: string;
  exports: Record<string, string>;
}

const { root } = previousRelease((text) => console.log(text));
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** Source of a shared entry point at that time; null for one that did not exist. */
function sourceOf(request: string): string | null {
  const [, folder = '', ...entry] = request.split('/');
  const file = manifestOf(folder).exports[`./${entry.join('/')}`];
  return file ? path.join(root, folder, file) : null;
}

const requests = Object.keys(sharedRequests).filter((request) => request.startsWith('@hindsight/'));
const sources = requests.flatMap((request) => sourceOf(request) ?? []);
const program = ts.createProgram(sources, {
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

/** Exported names that exist at run time: types vanish from a bundle. */
function valuesOf(file: string): string[] {
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
  contracts: manifestOf('shared-contracts').version,
  exports: Object.fromEntries(
    requests.flatMap((request) => {
      const file = sourceOf(request);
      return file ? [[request, valuesOf(file)]] : [];
    }),
  ),
};
writeFileSync(
  path.join(import.meta.dirname, 'previousExports.json'),
  `${JSON.stringify(recorded, null, 2)}\n`,
);
