/** The regular expressions in the sources of the packages that read what people, agents and files say. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface SourcePattern {
  /** File and line, for the message of a failure. */
  place: string;
  pattern: RegExp;
}

const PACKAGES = /^(?:host|remote-[\w-]+|shared-(?:contracts|ui)|memory-service|mcp-server)$/;
const NOT_RUN = /\.test\.tsx?$|\.d\.ts$|\/(?:testing|demo|standalone)\//;

/** Paths of the sources below the clone's root. */
export function sourceFiles(root: string): string[] {
  return readdirSync(root)
    .filter((name) => PACKAGES.test(name))
    .flatMap((name) =>
      readdirSync(path.join(root, name, 'src'), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${name}/src/${file.replaceAll(path.sep, '/')}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !NOT_RUN.test(`/${file}`));
}

/** `split` finds every match, whatever the flags say. */
const isSplitter = (node: ts.Node) =>
  ts.isCallExpression(node.parent) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  node.parent.expression.name.text === 'split';

function compile(literal: string, isGlobal: boolean): RegExp {
  const end = literal.lastIndexOf('/');
  const flags = literal.slice(end + 1);
  return new RegExp(literal.slice(1, end), isGlobal && !flags.includes('g') ? `${flags}g` : flags);
}

/** Every literal of a file. */
export function literalsIn(root: string, file: string): SourcePattern[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: SourcePattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, pattern: compile(node.text, isSplitter(node)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The patterns that modules build from texts while they are loaded. */
export function builtPatterns(
  root: string,
  files: readonly string[],
  load: (file: string) => unknown,
): SourcePattern[] {
  const found: SourcePattern[] = [];
  const Plain = globalThis.RegExp;
  try {
    for (const file of files) {
      globalThis.RegExp = new Proxy(Plain, {
        construct: (target, args: [string, string?]) => {
          const pattern = new target(...args);
          found.push({ place: file, pattern });
          return pattern;
        },
      });
      load(path.join(root, file));
    }
  } finally {
    globalThis.RegExp = Plain;
  }
  return found;
}
