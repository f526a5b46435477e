import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { manages, mayEnter, mayManage } from '../../../platform/auth/rules/organizationRules';
import type { Config } from '../../../platform/config/config';
import { namedWithEmail } from '../../../platform/auth/rules/identity';
import { mayReachOthers } from '../../../platform/auth/rules/permissions';
import type { Person } from '../../../platform/auth/rules/principal';
import { notify } from '../../notifications';
import { audit } from '../../../platform/database/audits';
import type { Handle } from '../../../platform/database/database';
import { isReferenced, violatedUnique } from '../../../platform/database/errors';
import { findMembership, listMembers } from '../queries/members';
import {
  changeOrganization,
  deleteOrganization,
  findOrganization,
  hasLookalike,
  loadInventory,
  insertOrganization,
  listOrganizations,
  listOwnOrganizations,
  organizationToWire,
} from '../queries/organizations';
import type { Inventory, OrganizationRow } from '../queries/organizations';
import { CALL_LIMITS } from '../../../platform/http/callLimits';
import { reassignCosts } from '../../../platform/languageModel/languageModelUsage';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import type { Services } from '../../../platform/http/services';

const MISSING = 'Organization not found';
const NOT_EMPTY = 'Organization not empty; empty it before deletion';

const formatCount = (n: number, one: string, many: string) =>
  n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];

/** The 409 for deleting an organization that is not empty, with the remaining contents. */
function notEmptyProblem(inventory: Inventory): HttpProblem {
  const { agents, keywords, memory_blocks: blocks, archived_memory_blocks: archived } = inventory;
  const parts = [
    ...formatCount(blocks - archived, 'memory block', 'memory blocks'),
    ...formatCount(archived, 'archived memory block', 'archived memory blocks'),
    ...formatCount(agents, 'agent', 'agents'),
    ...formatCount(keywords, 'keyword', 'keywords'),
  ];
  const detail = `${NOT_EMPTY}. It still has ${new Intl.ListFormat('en').format(parts)}.`;
  return new HttpProblem(409, detail, { code: 'organization_not_empty', contents: inventory });
}

/** Finds the organization for members and superadmins. @throws 404 for others, as if it did not exist. */
export async function requireMember(
  handle: Handle,
  principal: Person,
  id: string,
  lock = false,
): Promise<OrganizationRow> {
  const row = mayEnter(principal, id) ? await findOrganization(handle, id, lock) : undefined;
  if (!row) throw new HttpProblem(404, MISSING);
  return row;
}

/** Locks the organization for a manager. @throws 404 for strangers, 403 for other members and without beta access. */
export async function requireManager(
  handle: Handle,
  principal: Person,
  id: string,
): Promise<OrganizationRow> {
  const row = await requireMember(handle, principal, id, true);
  assertAllowed(mayManage(principal, id));
  assertAllowed(mayReachOthers(principal));
  return row;
}

/** The same check for read-only calls, which cannot lock. */
export async function requireManagerReadOnly(handle: Handle, principal: Person, id: string): Promise<void> {
  await requireMember(handle, principal, id);
  assertAllowed(mayManage(principal, id));
}

/** @throws 409 when the name looks like that of another organization. */
async function requireDistinctName(handle: Handle, name: string, ownId?: string): Promise<void> {
  if (!(await hasLookalike(handle, name, ownId))) return;
  const detail = 'This name is too similar to another organization’s name. Choose a different one.';
  throw new HttpProblem(409, detail, { code: 'name_lookalike' });
}

/** The caller's current role, which may have changed since the request began. */
export async function actorIn(handle: Handle, principal: Person, organizationId: string) {
  const membership = await findMembership(handle, organizationId, principal.userId);
  return { userId: principal.userId, isSuperadmin: principal.isSuperadmin, role: membership?.role };
}

async function withFreeName<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const index = violatedUnique(error);
    if (index === 'organizations_name_key') throw new HttpProblem(409, 'Organization name already exists');
    if (index === 'organizations_slug_key') throw new HttpProblem(409, 'Organization slug already exists');
    throw error;
  });
}

const facts = (row: OrganizationRow) => ({ name: row.name, slug: row.slug, is_active: row.isActive });

const auditOrganization = (
  handle: Handle,
  id: string,
  actionType: AuditAction,
  actorUserId: string,
  metadata: Record<string, unknown>,
) =>
  audit(handle, {
    actionType,
    targetType: 'organization',
    targetId: id,
    // An audit entry with this id would be deleted along with the organization.
    organizationId: actionType === 'organization_delete' ? null : id,
    actorUserId,
    metadata,
  });

/** Notifies all members except the actor that they lost the workspace. */
async function notifyMembers(
  config: Config,
  handle: Handle,
  principal: Person,
  { id, name }: { id: string; name: string },
) {
  const actor = principal.displayName ?? principal.email;
  for (const member of await listMembers(handle, id)) {
    if (member.user_id === principal.userId) continue;
    await notify(config, handle, {
      userId: member.user_id,
      email: member.email,
      eventType: 'org_membership_removed',
      title: `${name} was deleted`,
      message: `${namedWithEmail(principal)} deleted ${name}. Your role was ${member.role}.`,
      metadata: { removed_by: actor },
      organizationId: null,
      actorUserId: principal.userId,
    });
  }
}

async function remove({ config, database }: Services, principal: Person, id: string): Promise<void> {
  await database.write(principal, async (handle) => {
    const organization = await requireManager(handle, principal, id);
    const inventory = await loadInventory(handle, id);
    if (Object.values(inventory).some((n) => n > 0)) throw notEmptyProblem(inventory);
    await notifyMembers(config, handle, principal, organization);
    await deleteOrganization(handle, id);
    await auditOrganization(handle, id, 'organization_delete', principal.userId, {});
  });
  // Only the service can access these rows.
  await database.write({ kind: 'system' }, (handle) => reassignCosts(handle, id));
}

export const organizationRoutes = {
  'POST /organizations/': {
    access: 'person',
    limit: CALL_LIMITS.organizations,
    handle: ({ database, principal, body }) => {
      assertAllowed(mayReachOthers(principal));
      const name = body.name ?? '';
      if (name === '') throw new HttpProblem(422, 'Organization name is required');
      const given = { name, slug: body.slug ?? null, createdBy: principal.userId };
      return withFreeName(
        database.write(principal, async (handle) => {
          await requireDistinctName(handle, name);
          const row = await insertOrganization(handle, given);
          await auditOrganization(handle, row.id, 'organization_create', principal.userId, facts(row));
          return organizationToWire(row);
        }),
      );
    },
  },

  'GET /organizations/': {
    access: 'person',
    handle: ({ database, principal }) =>
      database.read(principal, (handle) => listOwnOrganizations(handle, principal.userId)),
  },

  'GET /organizations/manageable': {
    access: 'person',
    handle: ({ database, principal }) => {
      const own = principal.memberships.filter((membership) => manages(membership.role));
      const ids = principal.isSuperadmin ? 'all' : own.map((membership) => membership.organization_id);
      return database.read(principal, (handle) => listOrganizations(handle, ids));
    },
  },

  'GET /organizations/admin': {
    access: 'person',
    handle: ({ database, principal }) => {
      if (!principal.isSuperadmin) throw new HttpProblem(403, 'Superadmin access required');
      return database.read(principal, (handle) => listOrganizations(handle, 'all'));
    },
  },

  'GET /organizations/{id}': {
    access: 'person',
    handle: async ({ database, principal, params }) =>
      organizationToWire(
        await database.read(principal, (handle) => requireMember(handle, principal, params.id)),
      ),
  },

  'PUT /organizations/{id}': {
    access: 'person',
    limit: CALL_LIMITS.organizations,
    handle: ({ database, principal, params, body }) =>
      withFreeName(
        database.write(principal, async (handle) => {
          const row = await requireManager(handle, principal, params.id);
          const values = {
            ...(body.name && { name: body.name }),
            ...(body.slug !== undefined && { slug: body.slug }),
            ...(body.is_active !== undefined && { isActive: body.is_active }),
          };
          if (Object.keys(values).length === 0) return organizationToWire(row);
          if (body.name) await requireDistinctName(handle, body.name, row.id);
          const after = await changeOrganization(handle, row.id, values);
          const metadata = { old_data: facts(row), new_data: facts(after) };
          await auditOrganization(handle, row.id, 'organization_update', principal.userId, metadata);
          return organizationToWire(after);
        }),
      ),
  },

  'DELETE /organizations/{id}': {
    access: 'person',
    handle: async (call) => {
      await remove(call, call.principal, call.params.id).catch((error: unknown) => {
        // Rows were added between the check and the deletion.
        throw isReferenced(error) ? new HttpProblem(409, NOT_EMPTY) : error;
      });
      return undefined;
    },
  },
} satisfies Partial<Routes>;
