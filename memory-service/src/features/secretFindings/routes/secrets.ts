/** Endpoints for secrets in memories: findings, decisions about them, and the policy of the workspace. */
import { manages } from '../../../platform/auth/rules/organizationRules';
import type { SecretState } from '@hindsight/shared-contracts/api';
import { listRows, mayUseMemoryData, toOwnership } from '../../../platform/auth/rules/permissions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { totalPages } from '../../../platform/http/rules/paging';
import type { Person } from '../../../platform/auth/rules/principal';
import { scanOfBlock, secretScan } from '../secretSteps';
import { audit, targetType } from '../../../platform/database/audits';
import { lockBlock, checkRows, suspectRows, maskStored, readRow } from '../../memory';
import type { Handle } from '../../../platform/database/database';
import { queueJob } from '../../../platform/jobs/jobQueue';
import { insertJob } from '../../../platform/jobs/jobs';
import {
  decideFinding,
  findFinding,
  findingOnWire,
  listFindings,
  lockFinding,
  checkTexts,
  setSecretMode,
  hashSecret,
  secretMode,
} from '../../secrets';
import { targetWorkspace, writable } from '../../../platform/http/access';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';
import { jobOnWire } from '../../jobs';
import { describePlace } from '../../../platform/http/keyset';

const MISSING = 'Finding not found';

/** The workspace of the call. @throws when the caller may not write to it. */
function workspace({ principal, scope }: Pick<Call<'GET /secret-policy', 'person'>, 'principal' | 'scope'>) {
  assertAllowed(mayUseMemoryData(principal));
  return targetWorkspace(principal, scope(), 'data');
}

/**
 * Whether the caller may set the policy: in their personal workspace, or as a manager of the organization. Public data is always masked.
 */
function mayChangePolicy(principal: Person, place: Ownership): boolean {
  if (place.visibilityScope !== 'organization') return place.visibilityScope === 'personal';
  const role = principal.memberships.find(({ organization_id: id }) => id === place.organizationId)?.role;
  return principal.isSuperadmin || (role !== undefined && manages(role));
}

const VERDICTS = { masked: 'review_accept', not_a_secret: 'review_reject', open: 'review_reopen' } as const;

/** Decides about a finding. @throws 404 if it is not visible, 403 without permission, 409 when the secret is gone. */
export async function decideSecret(handle: Handle, principal: Person, id: string, state: SecretState) {
  // Lock the memory first, like every edit and move.
  const known = writable(principal, await findFinding(handle, id), MISSING);
  const block = await lockBlock(handle, known.memoryBlockId);
  const finding = writable(principal, await lockFinding(handle, id), MISSING);
  if (finding.state === state) return;
  if (finding.state === 'masked') throw new HttpProblem(409, 'This secret is no longer in the memory.');
  if (state === 'masked' && block) {
    const isOtherSecret = ({ text }: { text: string }) => hashSecret(block, text) !== finding.secretHash;
    await maskStored(handle, block, isOtherSecret, principal.userId);
    await insertJob(handle, principal, scanOfBlock(block), undefined);
  }
  await decideFinding(handle, finding, state, principal.userId);
  await audit(handle, {
    actionType: VERDICTS[state],
    targetType: targetType('secret'),
    targetId: finding.id,
    organizationId: finding.organizationId,
    actorUserId: principal.userId,
    metadata: { memory_block_id: finding.memoryBlockId },
  });
}

export const secretRoutes = {
  'GET /secret-findings/': {
    access: 'person',
    handle: async ({ database, principal, query, scope }) => {
      assertAllowed(mayUseMemoryData(principal));
      const { skip, limit, state } = query;
      const after = describePlace(query.after);
      const options = { rows: listRows(principal, scope()), after, skip, limit, state };
      const { items, total } = await database.read(principal, (handle) => listFindings(handle, options));
      return { items, total_items: total, total_pages: totalPages(total, limit) };
    },
  },

  'PATCH /secret-findings/{id}': {
    access: 'person',
    handle: ({ database, principal, params, body }) => {
      assertAllowed(mayUseMemoryData(principal));
      return database.write(principal, async (handle) => {
        await decideSecret(handle, principal, params.id, body.state);
        return findingOnWire(handle, params.id);
      });
    },
  },

  'POST /secret-findings/check': {
    access: 'person',
    handle: async (call) => {
      const place = workspace(call);
      const { database, principal, body } = call;
      if (body.rows) {
        const readings = body.rows.map(readRow);
        const suspects = await suspectRows(
          place,
          readings.map((row) => (typeof row === 'string' ? undefined : row)),
        );
        const checked = await database.read(principal, (handle) => checkRows(handle, place, suspects));
        return { ...checked, found: [] };
      }
      return database.read(principal, async (handle) => {
        const { found, mode } = await checkTexts(handle, place, body.texts ?? {});
        return { mode, found: found.map(({ field, kind }) => ({ field, kind })) };
      });
    },
  },

  'POST /secret-findings/scan': {
    access: 'person',
    handle: (call) => {
      const place = workspace(call);
      const { config, database, principal } = call;
      return database.write(principal, async (handle) =>
        jobOnWire(handle, await queueJob(handle, principal, await secretScan(handle, place), config.jobs)),
      );
    },
  },

  'GET /secret-policy': {
    access: 'person',
    handle: ({ database, principal, scope }) => {
      assertAllowed(mayUseMemoryData(principal));
      const place = toOwnership(principal, scope());
      // Without an id, the scope covers all of the caller's organizations, which have no common policy.
      if (place.visibilityScope === 'organization' && place.organizationId === null)
        throw new HttpProblem(400, 'organization_id_required');
      return database.read(principal, async (handle) => ({
        mode: await secretMode(handle, place),
        may_change: mayChangePolicy(principal, place),
      }));
    },
  },

  'PUT /secret-policy': {
    access: 'person',
    handle: (call) => {
      const place = workspace(call);
      const { config, database, principal, body } = call;
      if (!mayChangePolicy(principal, place))
        throw new HttpProblem(403, 'Only owners and admins of the organization can change this.');
      return database.write(principal, async (handle) => {
        const before = await secretMode(handle, place);
        if (before !== body.mode) {
          await setSecretMode(handle, place, body.mode);
          await audit(handle, {
            actionType: 'secret_policy_change',
            targetType: 'workspace',
            targetId: place.organizationId ?? principal.userId,
            organizationId: place.organizationId,
            actorUserId: principal.userId,
            metadata: { old: before, new: body.mode },
          });
          // Existing secrets must not stay readable in a workspace that masks.
          if (body.mode === 'mask')
            await queueJob(handle, principal, await secretScan(handle, place), config.jobs);
        }
        return { mode: body.mode, may_change: true };
      });
    },
  },
} satisfies Partial<Routes>;
