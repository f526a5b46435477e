/** Memory blocks as files that can be reimported: JSON, CSV for spreadsheets, Markdown for reading. */
import {
  EXPORT_KIND,
  EXPORT_VERSION,
  markdownComment,
  markdownItem,
} from '@hindsight/import-formats/export-kind';
import { csvLine } from '@hindsight/shared-contracts/rules';
import type { Agent } from './agent';
import { AUTHOR_FIELDS, wireFields } from './authorFields';
import { memoryTitle } from './cardText';
import { keywordTexts, type Memory } from './memory';

export const EXPORT_FORMATS = [
  {
    value: 'json',
    label: 'JSON',
    hint: 'All fields, ready to import again. Without earlier versions and the feedback log.',
    type: 'application/json',
  },
  { value: 'csv', label: 'CSV', hint: 'A table for spreadsheets. You can import it, too.', type: 'text/csv' },
  {
    value: 'md',
    label: 'Markdown',
    hint: 'Lessons to read or edit. You can import it, too.',
    type: 'text/markdown',
  },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number]['value'];

/** Writes a file in pieces, so each page of rows is written as it arrives. */
interface ExportWriter {
  start(): string;
  rows(rows: readonly Memory[]): string;
  /** @param names of the workspace; only the JSON format includes them. */
  end(names?: WorkspaceNames): string;
}

/** Agents and keywords of a workspace, including unused ones. */
export interface WorkspaceNames {
  agents: readonly Pick<Agent, 'name' | 'description'>[];
  keywords: readonly string[];
}

const exportRow = (row: Memory) => ({
  id: row.id,
  agent_id: row.agentId,
  agent_name: row.agentName,
  conversation_id: row.conversationId,
  ...wireFields(row),
  feedback_score: row.score,
  problem: row.problem,
  retrieval_count: row.retrievals,
  keywords: keywordTexts(row),
  archived: row.archived,
  archived_at: row.archivedAt || null,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});

function jsonWriter(at: string): ExportWriter {
  let isFirst = true;
  return {
    start: () =>
      `{"kind":"${EXPORT_KIND}","version":${EXPORT_VERSION},"exported_at":${JSON.stringify(at)},"items":[`,
    rows: (rows) =>
      rows
        .map((row) => {
          const comma = isFirst ? '\n' : ',\n';
          isFirst = false;
          return comma + JSON.stringify(exportRow(row));
        })
        .join(''),
    end: (names) => {
      const agents = names?.agents.map(({ name, description }) => ({ agent_name: name, description })) ?? [];
      return `\n],"agents":${JSON.stringify(agents)},"keywords":${JSON.stringify(names?.keywords ?? [])}}\n`;
    },
  };
}

/** Table cell of a field: metadata as JSON, empty if missing. */
const toText = (value: string | Memory['metadata']) =>
  typeof value === 'string' ? value : value ? JSON.stringify(value) : '';

/** Keywords in a cell, as a JSON array if a keyword contains a separator. */
const keywordsCell = (texts: readonly string[]) =>
  texts.some((text) => /[;,]|^\[/.test(text)) ? JSON.stringify(texts) : texts.join('; ');

const CSV_COLUMNS: readonly [string, (row: Memory) => string | number][] = [
  ['id', (row) => row.id],
  ['agent_id', (row) => row.agentId],
  ['agent_name', (row) => row.agentName],
  ['conversation_id', (row) => row.conversationId],
  ...AUTHOR_FIELDS.map(({ name, field, column }): [string, (row: Memory) => string] => [
    column ?? name,
    (row) => toText(row[field]),
  ]),
  ['feedback_score', (row) => row.score ?? ''],
  ['problem', (row) => row.problem ?? ''],
  ['retrieval_count', (row) => row.retrievals],
  ['keywords', (row) => keywordsCell(keywordTexts(row))],
  ['archived_at', (row) => row.archivedAt],
  ['created_at', (row) => row.createdAt],
  ['updated_at', (row) => row.updatedAt],
];

const csvWriter: ExportWriter = {
  start: () => `\uFEFF${csvLine(CSV_COLUMNS.map(([name]) => name))}`,
  rows: (rows) => rows.map((row) => csvLine(CSV_COLUMNS.map(([, read]) => read(row)))).join(''),
  end: () => '',
};

/** The comment omits the displayed field, unless surrounding whitespace or carriage returns would be lost. */
function markdownRow(row: Memory): string {
  const fields = exportRow(row);
  const name = fields.lessons_learned === null ? 'content' : 'lessons_learned';
  const shown = row.lesson || row.content;
  const isWhole = shown === shown.trim() && !shown.includes('\r');
  const comment = markdownComment({ ...fields, ...(isWhole && { [name]: undefined }) });
  return `\n## ${memoryTitle(row).replace(/\s+/g, ' ')}\n\n- ${markdownItem(shown)}\n\n${comment}\n`;
}

function markdownWriter(at: string): ExportWriter {
  return {
    start: () => `# Lessons learned\n\n<!-- ${EXPORT_KIND} ${EXPORT_VERSION}, exported ${at} -->\n`,
    rows: (rows) => rows.map(markdownRow).join(''),
    end: () => '',
  };
}

/** @param at time of the export, ISO. */
export function exportWriter(format: ExportFormat, at: string): ExportWriter {
  if (format === 'json') return jsonWriter(at);
  return format === 'csv' ? csvWriter : markdownWriter(at);
}

/** `memory-blocks-2026-11-21.json`. */
export function exportName(format: ExportFormat, at: string): string {
  return `memory-blocks-${at.slice(0, 10)}.${format}`;
}
