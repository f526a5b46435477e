/** Writes down what the doors of the previous release offer: `tsx tooling/skew/record.ts`, whenever `previous.json` names another commit. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { sharedRequests } from '../federation/sharedPolicy';
import { previousRelease } from './previous';

const { root } = previousRelease((text) => console.log(text));

/** Source of a shared door at that time; null for one that it did not have. */
function sourceOf(request: string): string | null {
  const [, room = '', ...door] = request.split('/');
  const manifest = JSON.parse(readFileSync(path.join(root, room, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const file = manifest.exports[`./${door.join('/')}`];
  return file ? path.join(root, room, file) : null;
}

const doors = Object.keys(sharedRequests).filter((request) => request.startsWith('@hindsight/'));
const sources = doors.flatMap((door) => sourceOf(door) ?? []);
const program = ts.createProgram(sources, {
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

/** Names that stand for something at run time: types vanish from a bundle. */
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

const recorded = Object.fromEntries(
  doors.flatMap((door) => {
    const file = sourceOf(door);
    return file ? [[door, valuesOf(file)]] : [];
  }),
);
writeFileSync(path.join(import.meta.dirname, 'doors.json'), `${JSON.stringify(recorded, null, 2)}\n`);
