/** The signed-in person, their rights and the service's build. */
import { z } from 'zod';
import { ROLES } from '../rules/roles';
import { isVisible } from '../rules/visibleText';
import { endpoint } from './endpoint';
import { HIDDEN_IN_NAME, Uuid, isPlain } from './common';

export const Role = z.enum(ROLES);

export const BetaAccessStatus = z.enum(['not_requested', 'pending', 'accepted', 'denied', 'revoked']);

export const Membership = z.object({
  organization_id: Uuid,
  organization_name: z.string(),
  role: Role,
  can_read: z.boolean(),
  can_write: z.boolean(),
});

/** Features of a service. If it is too old for a page and lacks one, the dashboard says so instead of opening the page. */
export const Capability = z.enum([
  'memory.create',
  'memory.versions',
  'memory.restore',
  'memory.retrievals',
  'memory.conversation-events',
  'memory.import',
  'memory.filters',
  'memory.saved-views',
  'memory.pinned-views',
  'memory.pinned-questions',
  'memory.news',
  'memory.feedback',
  'memory.bulk-edit',
  'memory.bulk-edit-undo',
  'search.full-text',
  'search.semantic',
  'search.hybrid',
  'keywords.counts',
  'keywords.cleanup',
  'keywords.distinctions',
  'keywords.kept',
  'agents.counts',
  'agents.activity',
  'analytics.summary',
  'analytics.days',
  'analytics.unused',
  'jobs',
  'consolidation.review',
  'optimization.propose',
  'invitations.counts',
  'organizations.leave',
  'notifications.read-all',
  'tokens.update',
  'tokens.activity',
  'tokens.device-grant',
  'events',
  'beta.mails',
  'secrets.findings',
  'secrets.import',
]);

export const UserInfo = z.object({
  authenticated: z.literal(true),
  user_id: Uuid,
  email: z.string(),
  display_name: z.string().nullable(),
  is_superadmin: z.boolean(),
  beta_access_admin: z.boolean(),
  beta_access_status: BetaAccessStatus,
  memberships: z.array(Membership),
  /** Organization with the newest of the person's memories; null if that is in the personal workspace or none exist. Absent for tokens. */
  newest_organization_id: Uuid.nullish(),
  llm_features_enabled: z.boolean(),
  consolidation_enabled: z.boolean(),
  pruning_enabled: z.boolean(),
  archived_enabled: z.boolean(),
  capabilities: z.array(Capability),
  /** Present for calls with a token. */
  pat: z
    .object({
      id: Uuid,
      token_id: z.string(),
      scopes: z.array(z.string()),
      organization_id: Uuid.nullable(),
    })
    .optional(),
});

export const BuildInfo = z.object({
  service_name: z.string(),
  version: z.string(),
  build_sha: z.string().nullable(),
  build_timestamp: z.string().nullable(),
  image_tag: z.string().nullable(),
  /** Repeated here because guests have no `/user-info`. */
  capabilities: z.array(Capability),
  /** The installable MCP server, if this build offers it: a package at `/downloads/{file}`. */
  mcp_server: z
    .object({
      name: z.string(),
      version: z.string(),
      file: z.string(),
      /** Subresource integrity of the file, `sha512-…`. */
      integrity: z.string(),
    })
    .optional(),
  /** Vector index type, if semantic search is configured. */
  vector_index: z.enum(['hnsw', 'none']).optional(),
});

export const sessionEndpoints = {
  'GET /health': endpoint({
    summary: 'Liveness check.',
    response: z.object({ status: z.literal('ok'), service: z.string() }),
  }),
  'GET /ready': endpoint({
    summary: 'Readiness check of the service and its database; 503 if not ready.',
    response: z.object({ status: z.literal('ok') }),
  }),
  'GET /user-info': endpoint({ summary: 'The signed-in person; 401 without identity.', response: UserInfo }),
  'PATCH /users/me': endpoint({
    summary: 'Change the display name (1 to 80 characters); a missing or empty one changes nothing.',
    body: z
      .object({
        display_name: z
          .union([z.string(), z.number(), z.boolean()], 'This must be text.')
          .refine((name) => !String(name).trim() || isVisible(String(name)), 'Enter a name.')
          .refine((name) => isPlain(String(name).trim()), HIDDEN_IN_NAME)
          .nullish(),
      })
      .optional(),
    response: z.object({ id: Uuid, email: z.string(), display_name: z.string().nullable() }),
  }),
  'GET /build-info': endpoint({ summary: 'Build of the responding service.', response: BuildInfo }),
};

export type BuildInfo = z.infer<typeof BuildInfo>;
export type Capability = z.infer<typeof Capability>;
export type Role = z.infer<typeof Role>;
export type BetaAccessStatus = z.infer<typeof BetaAccessStatus>;
export type Membership = z.infer<typeof Membership>;
export type UserInfo = z.infer<typeof UserInfo>;
