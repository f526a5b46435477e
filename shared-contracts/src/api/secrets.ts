/** Secrets in memories: the workspace's policy and the findings. No response contains a secret. */
import { z } from 'zod';
import { AfterRow, IdParams, Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';
import { endpoint } from './endpoint';
import { ImportRows } from './importBlocks';
import { Job } from './jobs';
import { Text } from './blockFields';

/** `mark`: keeps the text and lists the secret. `mask`: replaces the secret with the name of its kind. `refuse`: rejects the write. */
export const SecretMode = z.enum(['mark', 'mask', 'refuse']);

export const SecretState = z.enum(['open', 'masked', 'not_a_secret']);

const SecretFinding = z.object({
  id: Uuid,
  memory_block_id: Uuid,
  /** Start of the memory, with all its secrets masked. */
  memory_preview: z.string(),
  agent_id: Uuid,
  agent_name: z.string(),
  /** Field that contains it, such as `content`. */
  field: z.string(),
  /** The earlier version if only that one contains it; null for the current text. */
  version: z.number().int().nullable(),
  kind: z.string(),
  state: SecretState,
  found_at: Timestamp,
  decided_at: Timestamp.nullable(),
});

const SecretPolicy = z.object({
  mode: SecretMode,
  /** Whether the caller may change the mode. */
  may_change: z.boolean(),
});

const FoundSecrets = z.array(z.object({ field: z.string(), kind: z.string() }));

const RowSecrets = z.object({
  /** Index in the request, from 0. */
  row: z.number().int().min(0),
  /** Start of the row's text, with all its secrets masked. */
  preview: z.string(),
  found: FoundSecrets,
});

/** Preview of a write to the workspace: the secrets in the submitted texts and the workspace's policy. */
const SecretCheck = z.object({
  mode: SecretMode,
  /** Secrets in the texts. */
  found: FoundSecrets,
  /** If rows were sent: those with secrets, in request order. Rows that an import would reject anyway have none. */
  rows: z.array(RowSecrets).optional(),
});

export const secretEndpoints = {
  'GET /secret-findings/': endpoint({
    summary: 'Secrets found in the memories of the active scope, newest first.',
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(50).shape,
      after: AfterRow,
      state: SecretState.optional(),
    }),
    response: Page(SecretFinding),
  }),
  'PATCH /secret-findings/{id}': endpoint({
    summary:
      'Redacts the secret in the memory and its earlier versions, marks it as not a secret, or reopens it. Redaction is permanent.',
    params: IdParams,
    body: z.object({ state: SecretState }),
    response: SecretFinding,
  }),
  'POST /secret-findings/check': endpoint({
    summary:
      'Finds secrets, by field, in texts or import rows before they are written to the active workspace. Nothing is stored.',
    query: ScopeQuery,
    body: z
      .object({
        texts: z.object({ content: Text, lessons_learned: Text, errors: Text }).partial().optional(),
        rows: ImportRows.optional(),
      })
      .refine(({ texts, rows }) => (texts === undefined) !== (rows === undefined), {
        error: 'Pass texts or rows.',
      }),
    response: SecretCheck,
  }),
  'POST /secret-findings/scan': endpoint({
    summary:
      'Starts a job that scans all memories of the active scope and their earlier versions for secrets, and redacts or lists them by the workspace’s policy.',
    query: ScopeQuery,
    response: Job,
    status: 202,
  }),
  'GET /secret-policy': endpoint({
    summary: 'Secret policy of the active workspace.',
    query: ScopeQuery,
    response: SecretPolicy,
  }),
  'PUT /secret-policy': endpoint({
    summary:
      'Sets the secret policy of the active workspace: your personal one, or an organization you manage.',
    query: ScopeQuery,
    body: z.object({ mode: SecretMode }),
    response: SecretPolicy,
  }),
};

export type SecretMode = z.infer<typeof SecretMode>;
export type SecretState = z.infer<typeof SecretState>;
export type SecretFinding = z.infer<typeof SecretFinding>;
export type RowSecrets = z.infer<typeof RowSecrets>;
export type SecretCheck = z.infer<typeof SecretCheck>;
export type SecretPolicy = z.infer<typeof SecretPolicy>;
