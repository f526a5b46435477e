/** Emptying an organization: its contents, moving or deleting them, and the operations as superadmins see them. */
import { z } from 'zod';
import { AfterRow, IdParams, SkipLimit, Timestamp, Uuid } from './common';
import { endpoint } from './endpoint';

const ResourceType = z.enum(['agents', 'memory_blocks', 'keywords']);
const ResourceTypes = z.array(ResourceType).min(1).max(10).default(['agents', 'memory_blocks', 'keywords']);

const Counts = z.partialRecord(ResourceType, z.number().int());

const Started = z.object({ operation_id: Uuid, status: z.literal('started') });

/** A move or deletion of an organization's contents. */
export const BulkOperation = z.object({
  id: Uuid,
  type: z.enum(['bulk_move', 'bulk_delete']),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  organization_id: Uuid,
  actor_user_id: Uuid,
  /** Step counts: finished, failed among those, and total. */
  progress: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  error: z.string().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
});

export const bulkOperationEndpoints = {
  'GET /bulk-operations/organizations/{id}/inventory': endpoint({
    summary: 'Counts of an organization’s contents, including archived memories; for its managers.',
    params: IdParams,
    response: z.object({
      agent_count: z.number().int(),
      memory_block_count: z.number().int(),
      keyword_count: z.number().int(),
    }),
  }),
  'POST /bulk-operations/organizations/{id}/bulk-move': endpoint({
    summary:
      'Moves an organization’s contents to another organization or to a person. A dry run (the default) returns what would move and which existing names would be merged.',
    params: IdParams,
    body: z
      .object({
        dry_run: z.boolean().default(true),
        destination_organization_id: Uuid.nullish(),
        destination_owner_user_id: Uuid.nullish(),
        resource_types: ResourceTypes,
      })
      .refine(
        (body) => (body.destination_organization_id == null) !== (body.destination_owner_user_id == null),
        'Pass either destination_organization_id or destination_owner_user_id.',
      ),
    response: z.union([
      z.object({
        resources_to_move: Counts,
        conflicts: z.partialRecord(ResourceType, z.array(z.string())),
      }),
      Started,
    ]),
  }),
  'POST /bulk-operations/organizations/{id}/bulk-delete': endpoint({
    summary: 'Permanently deletes an organization’s contents. A dry run (the default) returns how much.',
    params: IdParams,
    body: z.object({ dry_run: z.boolean().default(true), resource_types: ResourceTypes }),
    response: z.union([z.object({ resources_to_delete: Counts }), Started]),
  }),
  'GET /bulk-operations/admin/operations': endpoint({
    summary: 'Moves and deletions of all organizations, newest first, for superadmins.',
    query: z.object({ ...SkipLimit(100).shape, after: AfterRow }),
    response: z.array(BulkOperation),
  }),
  'GET /bulk-operations/admin/operations/{id}': endpoint({
    summary: 'One move or deletion, for superadmins.',
    params: IdParams,
    response: BulkOperation,
  }),
  'POST /bulk-operations/admin/operations/{id}/cancel': endpoint({
    summary: 'Stops a move or deletion after the current step, for superadmins.',
    params: IdParams,
    response: BulkOperation,
  }),
};

export type ResourceType = z.infer<typeof ResourceType>;
export type BulkOperation = z.infer<typeof BulkOperation>;
