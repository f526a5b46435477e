/** Secrets in memories: what was found, what is done about it, and what the workspace does with those to come. */
import { manages } from '../../domain/organizationRules';
import { listRows, mayUseMemoryData, workspaceOf } from '../../domain/permissions';
import type { Ownership } from '../../domain/permissions';
import { totalPages } from '../../domain/paging';
import type { Person } from '../../domain/principal';
import { secretScan } from '../../jobs/secretSteps';
import { audit } from '../../storage/audits';
import { lockBlock } from '../../storage/blockWrites';
import { insertJob, jobOnWire } from '../../storage/jobs';
import { decideFinding, findingOnWire, listFindings, lockFinding } from '../../storage/secretFindings';
import { chooseSecretMode, hashSecret, secretMode } from '../../storage/secretPolicies';
import { maskStored } from '../../storage/storedSecrets';
import { targetWorkspace, writable } from '../access';
import { demand, HttpProblem } from '../problem';
import type { Call, Routes } from '../route';

const MISSING = 'Finding not found';

/** The workspace of the call, which the caller must be able to write to. */
function workspace({ principal, scope }: Pick<Call<'GET /secret-policy', 'person'>, 'principal' | 'scope'>) {
  demand(mayUseMemoryData(principal));
  return targetWorkspace(principal, scope(), 'data');
}

/** One's own workspace is one's own choice, an organization's that of its managers; what is public is always masked. */
function mayChoose(principal: Person, place: Ownership): boolean {
  if (place.visibilityScope !== 'organization') return place.visibilityScope === 'personal';
  const role = principal.memberships.find(({ organization_id: id }) => id === place.organizationId)?.role;
  return principal.isSuperadmin || (role !== undefined && manages(role));
}

export const secretRoutes = {
  'GET /secret-findings/': {
    access: 'person',
    handle: async ({ database, principal, query, scope }) => {
      demand(mayUseMemoryData(principal));
      const { skip, limit, state } = query;
      const options = { rows: listRows(principal, scope()), skip, limit, state };
      const { items, total } = await database.read(principal, (handle) => listFindings(handle, options));
      return { items, total_items: total, total_pages: totalPages(total, limit) };
    },
  },

  'PATCH /secret-findings/{id}': {
    access: 'person',
    handle: ({ database, principal, params, body }) => {
      demand(mayUseMemoryData(principal));
      return database.write(principal, async (handle) => {
        const finding = writable(principal, await lockFinding(handle, params.id), MISSING);
        if (finding.state === body.state) return findingOnWire(handle, finding.id);
        if (finding.state === 'masked') throw new HttpProblem(409, 'This secret is no longer in the memory.');
        const block = await lockBlock(handle, finding.memoryBlockId);
        if (body.state === 'masked' && block) {
          const keeps = ({ text }: { text: string }) => hashSecret(block, text) !== finding.secretHash;
          await maskStored(handle, block, keeps, principal.userId);
        }
        await decideFinding(handle, finding, body.state, principal.userId);
        return findingOnWire(handle, finding.id);
      });
    },
  },

  'POST /secret-findings/scan': {
    access: 'person',
    handle: (call) => {
      const place = workspace(call);
      const { database, principal } = call;
      return database.write(principal, async (handle) =>
        jobOnWire(handle, await insertJob(handle, principal, await secretScan(handle, place), undefined)),
      );
    },
  },

  'GET /secret-policy': {
    access: 'person',
    handle: ({ database, principal, scope }) => {
      demand(mayUseMemoryData(principal));
      const place = workspaceOf(principal, scope());
      // Without a name it is every organization of the caller, which have no choice in common.
      if (place.visibilityScope === 'organization' && place.organizationId === null)
        throw new HttpProblem(400, 'organization_id_required');
      return database.read(principal, async (handle) => ({
        mode: await secretMode(handle, place),
        may_change: mayChoose(principal, place),
      }));
    },
  },

  'PUT /secret-policy': {
    access: 'person',
    handle: (call) => {
      const place = workspace(call);
      const { database, principal, body } = call;
      if (!mayChoose(principal, place))
        throw new HttpProblem(403, 'Only owners and admins of the organization choose this.');
      return database.write(principal, async (handle) => {
        const before = await secretMode(handle, place);
        if (before !== body.mode) {
          await chooseSecretMode(handle, place, body.mode);
          await audit(handle, {
            actionType: 'secret_policy_change',
            targetType: 'workspace',
            targetId: place.organizationId ?? principal.userId,
            organizationId: place.organizationId,
            actorUserId: principal.userId,
            metadata: { old: before, new: body.mode },
          });
          // What is stored must not stay readable in a workspace that masks.
          if (body.mode === 'mask')
            await insertJob(handle, principal, await secretScan(handle, place), undefined);
        }
        return { mode: body.mode, may_change: true };
      });
    },
  },
} satisfies Partial<Routes>;
