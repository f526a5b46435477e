/** Collects the regular expressions of packages that process text from people, agents and files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface SourcePattern {
  /** File and line, for failure messages. */
  place: string;
  pattern: RegExp;
}

const PACKAGES = /^(?:host|remote-[\w-]+|shared-(?:contracts|ui)|memory-service|mcp-server)$/;
const NOT_RUN = /\.test\.tsx?$|\.d\.ts$|\/(?:testing|demo|standalone)\//;

/** Source paths relative to the repository root. */
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

/** `split` matches globally regardless of flags. */
const isSplitter = (node: ts.Node) =>
  ts.isCallExpression(node.parent) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  node.parent.expression.name.text === 'split';

function compile(literal: string, isGlobal: boolean): RegExp {
  const end = literal.lastIndexOf('/');
  const flags = literal.slice(end + 1);
  return new RegExp(literal.slice(1, end), isGlobal && !flags.includes('g') ? `${flags}g` : flags);
}

/** All regular-expression literals of a file. */
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

/** Patterns that modules construct at load time. */
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
