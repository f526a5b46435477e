/** The audit trail as a table for a spreadsheet. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { csvLine } from '@hindsight/shared-contracts/rules';
import { formatSentence } from './sentences';
import { auditTexts } from './texts';

const COLUMNS: readonly [string, (entry: AuditEntry) => string | null][] = [
  ['time', (entry) => entry.created_at],
  ['who', (entry) => entry.actor_name ?? auditTexts.former],
  ['what', formatSentence],
  ['action', (entry) => entry.action_type],
  ['who_id', (entry) => entry.actor_user_id],
  ['target_type', (entry) => entry.target_type],
  ['target_id', (entry) => entry.target_id],
];

/** One line for each entry below the names of the columns; never a formula. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  `\uFEFF${csvLine(COLUMNS.map(([name]) => name))}` +
  entries.map((entry) => csvLine(COLUMNS.map(([, read]) => read(entry) ?? ''))).join('');

/** `audit-trail-2026-11-27.csv`. */
export const auditFileName = (now: Date): string => `audit-trail-${now.toISOString().slice(0, 10)}.csv`;
