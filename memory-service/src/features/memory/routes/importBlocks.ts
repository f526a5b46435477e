/** Imports memory blocks. Blocks are equal if content, lessons learned and errors are equal, ignoring surrounding blanks. */
import { randomUUID } from 'node:crypto';
import { ImportRow } from '@hindsight/shared-contracts/api';
import type { ImportResult } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { chooseKeywords, mayHoldSecret } from '../../../platform/secretScanning/replaceSecrets';
import { ensureAgent } from '../../agents';
import { findAgentIds, agentsWithIds, equalBlocks, insertBlocks, lockImports } from '../queries/blockImports';
import type { ImportedBlock } from '../queries/blockImports';
import type { Handle } from '../../../platform/database/database';
import { createKeywords, missingKeywords, storableKeywords } from '../queries/keywords';
import { saveFindings, readAhead, screenTexts, SecretRefused, dropKnownSecrets } from '../../secrets';
import type { Screened } from '../../secrets';
import { targetWorkspace } from '../../../platform/http/access';
import type { Call, Routes } from '../../../platform/http/route';
import { summarizeIssues } from '../../../platform/http/validationIssues';
import { presentFields } from '../../../schema/blockColumns';

type Body = Call<'POST /memory-blocks/bulk-import'>['body'];

/** NUL, which is valid in JSON but not in a text of the database. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** The row, or why it is invalid. */
export function readRow(given: unknown): ImportRow | string {
  const { success, data, error } = ImportRow.safeParse(given);
  if (!success) return summarizeIssues(error.issues);
  return NUL.test(JSON.stringify(data)) ? 'The text must not contain the character U+0000.' : data;
}

const distinct = (texts: readonly (string | null | undefined)[]) => [
  ...new Set(texts.filter((text): text is string => text != null)),
];

const refusal = (error: string, missing: Partial<ImportResult> = {}): ImportResult => ({
  status: 'refused',
  memory_block_id: null,
  error,
  missing_agent: null,
  missing_keywords: [],
  ...missing,
});

const importedResult = (status: 'created' | 'already_there', id: string | null): ImportResult => ({
  ...refusal(''),
  status,
  memory_block_id: id,
  error: null,
});

/** Agents and keywords that the rows name: existing and missing ones. */
async function resolveNames(handle: Handle, place: Ownership, rows: readonly ImportRow[]) {
  const named = distinct(rows.map(({ agent_name: name }) => name));
  const agentIds = await findAgentIds(handle, place, named);
  const known = await agentsWithIds(handle, place, distinct(rows.map(({ agent_id: id }) => id)));
  const keywords = distinct(rows.flatMap((row) => row.keywords ?? []));
  return { agentIds, known, missing: await missingKeywords(handle, place, keywords) };
}

/** Why a row cannot be stored unless missing names are created. */
function validateRow(
  row: ImportRow,
  names: Awaited<ReturnType<typeof resolveNames>>,
  createMissing: boolean,
) {
  const name = row.agent_name;
  const missingAgent = name != null && !names.agentIds.has(name) ? name : null;
  if (name == null && row.agent_id == null) return refusal('The row has no agent.');
  if (name == null && !names.known.has(row.agent_id ?? ''))
    return refusal('The agent isn’t in this workspace.');
  const missingWords = (row.keywords ?? []).filter((text) => names.missing.has(text));
  if (createMissing || (missingAgent === null && missingWords.length === 0)) return undefined;
  const reasons = [
    ...(missingAgent === null ? [] : [`no agent “${missingAgent}”`]),
    ...(missingWords.length === 0
      ? []
      : [`no keyword ${missingWords.map((text) => `“${text}”`).join(', ')}`]),
  ];
  const missing = { missing_agent: missingAgent, missing_keywords: missingWords };
  return refusal(`This workspace has ${reasons.join(' and ')}.`, missing);
}

/** One timestamp per row, a microsecond apart and ending now: rows without a time were written in order. */
function rowTimestamps(count: number): string[] {
  const end = Date.now() * 1000;
  return Array.from({ length: count }, (_, n) => {
    const at = end - (count - 1 - n);
    const toMilliseconds = new Date(Math.floor(at / 1000)).toISOString().slice(0, -1);
    return `${toMilliseconds}${String(at % 1000).padStart(3, '0')}Z`;
  });
}

/** The stored form of a row. */
async function importBlock(
  { id, row, secrets, keywords }: NewRows[number],
  agentId: string,
  conversationId: string,
  now: string,
): Promise<ImportedBlock> {
  const createdAt = row.created_at ?? now;
  const archived = row.archived ?? false;
  return {
    id,
    agentId,
    conversationId: row.conversation_id ?? conversationId,
    ...presentFields(row),
    content: row.content,
    feedbackScore: row.feedback_score ?? null,
    problem: row.problem ?? null,
    retrievalCount: row.retrieval_count ?? 0,
    origin: 'import',
    archived,
    archivedAt: archived ? (row.archived_at ?? now) : null,
    createdAt,
    updatedAt: row.updated_at ?? createdAt,
    keywords: row.keywords ?? keywords ?? (await chooseKeywords(row.content, secrets)),
  };
}

/** Rows to store, with their new ids. */
type NewRows = {
  id: string;
  row: ImportRow;
  secrets: Omit<Screened<ImportRow>, 'values'>;
  keywords: string[] | undefined;
}[];

/** Creates missing agents and keywords of the rows, then stores the rows. Returns what it created. */
async function storeRows(
  handle: Handle,
  place: Ownership,
  rows: NewRows,
  { body, agentIds, actorUserId }: { body: Body; agentIds: Map<string, string>; actorUserId: string },
) {
  const descriptions = new Map(body.agents.map((agent) => [agent.agent_name, agent.description]));
  const created = new Map<string, string>();
  for (const name of distinct(rows.map(({ row }) => row.agent_name))) {
    if (agentIds.has(name)) continue;
    const wanted = { name, description: descriptions.get(name) ?? null, place, actorUserId };
    const { id } = await ensureAgent(handle, wanted);
    agentIds.set(name, id);
    if (!created.has(id)) created.set(id, name);
  }
  const conversationId = randomUUID();
  const blocks: ImportedBlock[] = [];
  const order = rowTimestamps(rows.length);
  for (const [n, given] of rows.entries()) {
    const { row } = given;
    const agentId = row.agent_name == null ? row.agent_id : agentIds.get(row.agent_name);
    if (agentId == null) throw new Error('The row to store has no agent.');
    blocks.push(await importBlock(given, agentId, conversationId, order[n]!));
  }
  const keywords = await createKeywords(handle, place, distinct(blocks.flatMap((block) => block.keywords)));
  await insertBlocks(handle, place, blocks, actorUserId);
  for (const { id, secrets } of rows) await saveFindings(handle, { ...place, id }, secrets);
  return {
    created_agents: [...created].map(([agent_id, agent_name]) => ({ agent_id, agent_name })),
    created_keywords: keywords.map(({ id, text }) => ({ keyword_id: id, keyword_text: text })),
  };
}

/** A row parsed before the transaction, which blocks other imports; an error sentence if it is invalid. */
interface RowAhead {
  row: ImportRow | string;
  /** Whether it may hold a secret; the transaction reads the workspace's policy. */
  isSuspect: boolean;
  /** Derived for a row without any. */
  keywords?: string[];
}

/** Rows per secret scan: few files contain secrets. */
const SEARCHED_AT_ONCE = 20;
const NO_SECRETS = { found: [], known: [] };

async function readRows({ rows: given, dry_run: isDry }: Body): Promise<RowAhead[]> {
  const rows = given.map(readRow);
  const read: RowAhead[] = [];
  for (let from = 0; from < rows.length; from += SEARCHED_AT_ONCE) {
    const some = rows.slice(from, from + SEARCHED_AT_ONCE);
    const areSuspect = await mayHoldSecret(some.filter((row) => typeof row !== 'string'));
    for (const row of some) {
      if (typeof row === 'string') {
        read.push({ row, isSuspect: false });
        continue;
      }
      const isSuspect = areSuspect && (await mayHoldSecret(row));
      if (isSuspect) await readAhead(row, row.keywords ? undefined : row.content);
      const isLeft = isSuspect || isDry || row.keywords !== undefined;
      const chosen = isLeft ? {} : { keywords: await chooseKeywords(row.content, NO_SECRETS) };
      read.push({ row, isSuspect, ...chosen });
    }
  }
  return read;
}

/** A row as the workspace stores it with its detected secrets, or why it is refused. */
async function screenRow(
  handle: Handle,
  place: Ownership,
  { row, isSuspect }: RowAhead,
  isMasked: boolean,
): Promise<Screened<ImportRow> | string> {
  if (typeof row === 'string') return row;
  if (!isSuspect) return { values: row, ...NO_SECRETS, mode: 'mark' };
  try {
    const screened = await screenTexts(handle, place, row, isMasked ? 'masked' : 'given');
    if (screened.found.length === 0 || !row.keywords) return screened;
    const keywords = dropKnownSecrets(
      await storableKeywords(handle, place, row.keywords, isMasked ? 'masked' : 'derived'),
      screened,
    );
    return { ...screened, values: { ...screened.values, keywords } };
  } catch (error) {
    if (error instanceof SecretRefused) return error.message;
    throw error;
  }
}

async function importRows(
  handle: Handle,
  place: Ownership,
  { body, ahead, actorUserId }: { body: Body; ahead: readonly RowAhead[]; actorUserId: string },
) {
  await lockImports(handle, place);
  const readings: (Screened<ImportRow> | string)[] = [];
  for (const row of ahead) readings.push(await screenRow(handle, place, row, body.mask_secrets));
  const rows = readings.flatMap((reading) => (typeof reading === 'string' ? [] : [reading.values]));
  const names = await resolveNames(handle, place, rows);
  const equals = await equalBlocks(handle, place, rows);
  const equalTo = new Map(rows.map((row, n) => [row, equals[n] ?? { key: '', ids: [] }]));

  const copies = new Map<string, number>();
  const toStore: NewRows = [];
  const decide = ({ values: row, ...secrets }: Screened<ImportRow>, n: number): ImportResult => {
    const { key, ids } = equalTo.get(row) ?? { key: '', ids: [] };
    const copy = row.copy ?? (copies.get(key) ?? 0) + 1;
    copies.set(key, copy);
    const equal = body.store_equal ? undefined : ids[copy - 1];
    if (equal !== undefined) return importedResult('already_there', equal);
    const refused = validateRow(row, names, body.create_missing);
    if (refused) return refused;
    const id = randomUUID();
    toStore.push({ id, row, secrets, keywords: ahead[n]?.keywords });
    return importedResult('created', body.dry_run ? null : id);
  };
  const results = readings.map((row, n) => (typeof row === 'string' ? refusal(row) : decide(row, n)));

  const { agentIds } = names;
  const created = body.dry_run
    ? { created_agents: [], created_keywords: [] }
    : await storeRows(handle, place, toStore, { body, agentIds, actorUserId });
  const count = (status: ImportResult['status']) => results.filter((one) => one.status === status).length;
  return {
    results,
    created_count: count('created'),
    already_there_count: count('already_there'),
    refused_count: count('refused'),
    ...created,
  };
}

export const importBlockRoutes = {
  'POST /memory-blocks/bulk-import': {
    access: 'writer',
    handle: async ({ database, principal, scope, body }) => {
      const place = targetWorkspace(principal, scope(), 'data');
      const ahead = await readRows(body);
      const { userId: actorUserId } = principal;
      return database.write(principal, (handle) => importRows(handle, place, { body, ahead, actorUserId }));
    },
  },
} satisfies Partial<Routes>;
