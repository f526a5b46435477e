/** Endpoints for emptying an organization: inventory, moves and deletions as jobs, and a list of those jobs for superadmins. */
import type { ResourceType } from '@hindsight/shared-contracts/api';
import { mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Person } from '../../../platform/auth/rules/principal';
import { STEP_ROWS } from '../organizationSteps';
import type { OrganizationJob, OrganizationStep } from '../organizationSteps';
import { notifyMovedOut, loadInventory, requireManagerReadOnly } from '../../organizations';
import { audit } from '../../../platform/database/audits';
import { loadIds, listOperations, namesTaken, operationOnWire } from '../queries/bulkOperations';
import type { Database } from '../../../platform/database/database';
import { queueJob } from '../../../platform/jobs/jobQueue';
import { moveTarget } from '../../../platform/http/access';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import type { Services } from '../../../platform/http/services';

/** Blocks before the rows that they reference. */
const ORDER: readonly ResourceType[] = ['memory_blocks', 'keywords', 'agents'];

const NAMES: Record<ResourceType, string> = {
  memory_blocks: 'memories',
  keywords: 'keywords',
  agents: 'agents',
};

async function loadCounts(call: Pick<Services, 'database'>, principal: Person, id: string) {
  return call.database.read(principal, async (handle) => {
    await requireManagerReadOnly(handle, principal, id);
    return loadInventory(handle, id);
  });
}

const pickCounts = (counts: Record<ResourceType, number>, types: readonly ResourceType[]) =>
  Object.fromEntries([...new Set(types)].map((type) => [type, counts[type]]));

/** Queues the operation and adds it to the audit trail. */
async function start(
  { config, database }: Services,
  principal: Person,
  types: readonly ResourceType[],
  options: OrganizationJob,
) {
  const { organization_id: organizationId, place } = options;
  const items = await database.read(principal, async (handle) => {
    const steps: OrganizationStep[] = [];
    for (const type of ORDER.filter((known) => types.includes(known))) {
      const ids = await loadIds(handle, type, organizationId);
      for (let from = 0; from < ids.length; from += STEP_ROWS) {
        steps.push({ type, ids: ids.slice(from, from + STEP_ROWS) });
      }
    }
    return [...steps, { type: 'end' as const, ids: [] }];
  });
  const kind = place ? 'organization_move' : 'organization_delete';
  return database.write(principal, async (handle) => {
    const job = { kind, options, items, organizationId } as const;
    const { id } = await queueJob(handle, principal, job, config.jobs);
    const started = {
      actionType: 'bulk_operation_start' as const,
      targetType: 'bulk_operation',
      targetId: id,
      organizationId,
      actorUserId: principal.userId,
      metadata: { type: kind, resource_types: types, destination: place },
    };
    const entered =
      place?.organizationId != null ? [{ ...started, organizationId: place.organizationId }] : [];
    await audit(handle, started, ...entered);
    if (place) {
      const from: Ownership = { visibilityScope: 'organization', ownerUserId: null, organizationId };
      const what = new Intl.ListFormat('en').format(types.map((type) => NAMES[type]));
      await notifyMovedOut(config, handle, principal, { from, to: place, what });
    }
    return { operation_id: id, status: 'started' as const };
  });
}

async function operation(database: Database, principal: Person, id: string) {
  requireSuperadmin(principal);
  // Row-level security hides other people's jobs, so the service itself reads them.
  const [row] = await database.read({ kind: 'system' }, (handle) =>
    listOperations(handle, { id, skip: 0, limit: 1 }),
  );
  if (!row) throw new HttpProblem(404, 'Operation not found');
  return operationOnWire(row);
}

function requireSuperadmin(principal: Person): void {
  if (!principal.isSuperadmin) throw new HttpProblem(403, 'Superadmin access required');
}

export const bulkOperationRoutes = {
  'GET /bulk-operations/organizations/{id}/inventory': {
    access: 'person',
    handle: async (call) => {
      assertAllowed(mayUseMemoryData(call.principal));
      const counts = await loadCounts(call, call.principal, call.params.id);
      return {
        agent_count: counts.agents,
        memory_block_count: counts.memory_blocks,
        keyword_count: counts.keywords,
      };
    },
  },

  'POST /bulk-operations/organizations/{id}/bulk-move': {
    access: 'person',
    handle: async (call) => {
      const { database, principal, params, body } = call;
      assertAllowed(mayUseMemoryData(principal));
      const counts = await loadCounts(call, principal, params.id);
      const source: Ownership = {
        visibilityScope: 'organization',
        ownerUserId: null,
        organizationId: params.id,
      };
      const { destination_organization_id: organization, destination_owner_user_id: owner } = body;
      if (organization === params.id)
        throw new HttpProblem(422, 'Choose a different organization as the destination.');
      const place = moveTarget(principal, source, {
        visibility_scope: organization == null ? 'personal' : 'organization',
        organization_id: organization,
        // Moving data to one's own personal workspace requires no ownership transfer.
        new_owner_user_id: owner === principal.userId ? undefined : owner,
      });
      if (!body.dry_run) {
        return start(call, principal, body.resource_types, { organization_id: params.id, place });
      }
      const conflicts = await database.read(principal, async (handle) => ({
        ...(body.resource_types.includes('agents') && {
          agents: await namesTaken(handle, 'agents', params.id, place),
        }),
        ...(body.resource_types.includes('keywords') && {
          keywords: await namesTaken(handle, 'keywords', params.id, place),
        }),
      }));
      return { resources_to_move: pickCounts(counts, body.resource_types), conflicts };
    },
  },

  'POST /bulk-operations/organizations/{id}/bulk-delete': {
    access: 'person',
    handle: async (call) => {
      const { principal, params, body } = call;
      assertAllowed(mayUseMemoryData(principal));
      const counts = await loadCounts(call, principal, params.id);
      if (body.dry_run) return { resources_to_delete: pickCounts(counts, body.resource_types) };
      return start(call, principal, body.resource_types, { organization_id: params.id, place: null });
    },
  },

  'GET /bulk-operations/admin/operations': {
    access: 'person',
    handle: async ({ database, principal, query }) => {
      requireSuperadmin(principal);
      const page = { ...query, after: describePlace(query.after) };
      const rows = await database.read({ kind: 'system' }, (handle) => listOperations(handle, page));
      return rows.map(operationOnWire);
    },
  },

  'GET /bulk-operations/admin/operations/{id}': {
    access: 'person',
    handle: ({ database, principal, params }) => operation(database, principal, params.id),
  },

  'POST /bulk-operations/admin/operations/{id}/cancel': {
    access: 'person',
    handle: async ({ database, operations, principal, params }) => {
      await operation(database, principal, params.id);
      await operations.jobs.cancel(params.id);
      return operation(database, principal, params.id);
    },
  },
} satisfies Partial<Routes>;
