/** The README of a packed package: an example, and an index of its exports, generated from the sources and their comments. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@hindsight/shared-contracts/api';
import ts from 'typescript';
import type { Manifest } from './manifests';

const EXAMPLES: Readonly<Record<string, string>> = {
  '@hindsight/shared-contracts': `import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Loads rows of the active workspace; loads them again when somebody changes them. */
export function useAgents() {
  return useScopedQuery({
    key: ['agents'],
    load: (api, signal) => api.call('GET /agents/', { query: { sort_by: 'created_at' }, signal }),
  });
}

export function useSaved() {
  const { toasts } = useShell();
  return () => toasts.show('success', 'Saved');
}`,
  '@hindsight/shared-ui': `import { Button, Card, EmptyState } from '@hindsight/shared-ui/core';

export const Reports = ({ count, onCreate }: { count: number; onCreate(): void }) =>
  count === 0 ? (
    <EmptyState kind="empty" title="No reports" description="Reports appear here after the first week." />
  ) : (
    <Card as="section" title="Reports">
      <Button onClick={onCreate}>Create report</Button>
    </Card>
  );`,
};

const firstSentence = (text: string) => /^.*?(?<!\b[ei]\.[ge])[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `component`, `hook`, `function`, `type` or `value`. */
function classifyKind(name: string, symbol: ts.Symbol): string {
  if (!(symbol.flags & ts.SymbolFlags.Value)) return 'type';
  if (/^use[A-Z]/.test(name)) return 'hook';
  if (/^[A-Z][a-z]/.test(name) && symbol.flags & ts.SymbolFlags.Function) return 'component';
  return symbol.flags & ts.SymbolFlags.Function ? 'function' : 'value';
}

function exportLines(checker: ts.TypeChecker, source: ts.SourceFile): string[] {
  const module = checker.getSymbolAtLocation(source);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return symbols
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
      const says = comment ? `: ${oneLine(firstSentence(comment))}` : '';
      return `- \`${exported.name}\` (${classifyKind(exported.name, symbol)})${says}`;
    })
    .sort((left, right) => left.localeCompare(right));
}

const tokensIn = (sheet: string) => [
  ...new Set([...sheet.matchAll(/--hs-[\w-]+(?=:)/g)].map(([name]) => name)),
];

function callLines(): string[] {
  return Object.entries(endpoints)
    .map(([call, { summary }]) => `- \`${call}\`: ${summary}`)
    .sort((left, right) => left.localeCompare(right));
}

/**
 * @param program that contains the sources.
 * @param folder of the package.
 */
export function writeReadme(
  program: ts.Program,
  folder: string,
  { name, version, description = '', exports = {} }: Manifest,
): string {
  const checker = program.getTypeChecker();
  const sections = Object.entries(exports).flatMap(([entry, file]) => {
    const source = path.join(folder, String(file));
    const title = `## \`${name}${entry.slice(1)}\``;
    if (source.endsWith('.css'))
      return [
        title,
        tokensIn(readFileSync(source, 'utf8'))
          .map((one) => `\`${one}\``)
          .join(' '),
      ];
    const parsed = program.getSourceFile(source);
    const lines = parsed ? exportLines(checker, parsed) : [];
    return lines.length > 0 ? [title, lines.join('\n')] : [];
  });
  const calls = './api' in exports ? ['## Calls of `useShell().api.call`', callLines().join('\n')] : [];
  return `${[
    `# ${name} ${version}`,
    description,
    'The host provides this package to all remotes, so each page loads it only once. This list is generated from the sources.',
    `\`\`\`tsx\n${EXAMPLES[name]}\n\`\`\``,
    ...sections,
    ...calls,
  ].join('\n\n')}\n`;
}
