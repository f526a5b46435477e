/** Liveness, readiness, build, and who is signed in. */
import { SIGN_IN_DETAIL } from '../rules/permissions';
import { findNewestOrganization, renameUser } from '../users';
import { audit } from '../../database/audits';
import { HttpProblem } from '../../http/problem';
import type { Routes } from '../../http/route';
import { listCapabilities } from '../capabilities';

const MAX_DISPLAY_NAME = 80;
const SERVICE_NAME = 'hindsight-service';

const vectorIndex = (isIndexed: boolean | undefined) =>
  isIndexed === undefined ? {} : { vector_index: isIndexed ? ('hnsw' as const) : ('none' as const) };

export const sessionRoutes = {
  'GET /health': { access: 'anyone', handle: () => ({ status: 'ok' as const, service: SERVICE_NAME }) },

  'GET /ready': {
    access: 'anyone',
    handle: async ({ database }) => {
      await database.ping();
      return { status: 'ok' as const };
    },
  },

  'GET /build-info': {
    access: 'anyone',
    handle: ({ config, mcpServer, operations }) => ({
      service_name: SERVICE_NAME,
      version: config.build.version,
      build_sha: config.build.sha,
      build_timestamp: config.build.timestamp,
      image_tag: config.build.imageTag,
      capabilities: listCapabilities(operations.semantic.state() !== undefined),
      ...(mcpServer && { mcp_server: mcpServer }),
      ...vectorIndex(operations.semantic.isIndexed()),
    }),
  },

  'GET /user-info': {
    access: 'session',
    handle: async ({ config, database, principal, operations }) => {
      if (principal.kind === 'guest') throw new HttpProblem(401, SIGN_IN_DETAIL, { authenticated: false });
      return {
        authenticated: true as const,
        user_id: principal.userId,
        email: principal.email,
        display_name: principal.displayName,
        is_superadmin: principal.isSuperadmin,
        beta_access_admin: principal.isBetaAdmin,
        beta_access_status: principal.betaAccessStatus,
        memberships: [...principal.memberships],
        ...(principal.kind === 'person' && {
          newest_organization_id: await findNewestOrganization(database, principal.userId),
        }),
        llm_features_enabled: config.flags.llm,
        consolidation_enabled: config.flags.consolidation,
        pruning_enabled: config.flags.pruning,
        archived_enabled: config.flags.archived,
        capabilities: listCapabilities(operations.semantic.state() !== undefined),
        ...(principal.kind === 'token' && {
          pat: {
            id: principal.token.id,
            token_id: principal.token.tokenId,
            scopes: [...principal.token.scopes],
            organization_id: principal.token.organizationId,
          },
        }),
      };
    },
  },

  'PATCH /users/me': {
    access: 'person',
    handle: async ({ database, principal, body }) => {
      const { userId, email } = principal;
      // Missing or empty: keep the current name.
      const name = String(body?.display_name ?? '');
      if (name === '') return { id: userId, email, display_name: principal.displayName };
      const displayName = name.trim();
      if (displayName === '' || displayName.length > MAX_DISPLAY_NAME) {
        throw new HttpProblem(422, 'display_name must be 1..80 characters');
      }
      await database.write(principal, async (handle) => {
        await renameUser(handle, userId, displayName);
        await audit(handle, {
          actionType: 'user_update',
          targetType: 'user',
          targetId: userId,
          actorUserId: userId,
          metadata: { old_display_name: principal.displayName, new_display_name: displayName },
        });
      });
      return { id: userId, email, display_name: displayName };
    },
  },
} satisfies Partial<Routes>;
