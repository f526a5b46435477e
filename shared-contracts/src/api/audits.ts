/** The audit trail: who changed what, and when. */
import { z } from 'zod';
import { AUDIT_KINDS } from '../rules/auditActions';
import { endpoint } from './endpoint';
import { AfterRow, optionalUuid, SkipLimit, Timestamp, Uuid } from './common';

export const AuditEntry = z.object({
  id: Uuid,
  action_type: z.string(),
  status: z.enum(['success', 'failure']),
  target_type: z.string().nullable(),
  target_id: Uuid.nullable(),
  organization_id: Uuid.nullable(),
  actor_user_id: Uuid,
  reason: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: Timestamp,
  /** Shared by the entries of one request (the id of one of them). Null for entries from before 1.3; absent from services before it. */
  transaction_id: Uuid.nullish(),
  /** Display name or email; null if the account was deleted. */
  actor_name: z.string().nullable(),
  /** Name of the target, if it still exists in the organization or the entry recorded it; null otherwise. */
  target_name: z.string().nullable(),
});

export const auditEndpoints = {
  'GET /audits/': endpoint({
    summary:
      'Audit log, newest first. For owners and admins of the organization; without one, for superadmins. X-Total-Count.',
    query: z.object({
      ...SkipLimit(100).shape,
      after: AfterRow,
      organization_id: optionalUuid,
      user_id: optionalUuid,
      kind: z.enum(AUDIT_KINDS).optional(),
      target_type: z.string().max(100).optional(),
      target_id: optionalUuid,
      /** Time range of the entries, inclusive at both ends. */
      since: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
    }),
    response: z.array(AuditEntry),
  }),
};

export type AuditEntry = z.infer<typeof AuditEntry>;
