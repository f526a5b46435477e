/** Jobs that empty an organization: each step moves or deletes a few rows of one kind. */
import type { ResourceType } from '@hindsight/shared-contracts/api';
import { mayCreateIn, mayMoveOut, mayWrite } from '../../platform/auth/rules/permissions';
import type { Ownership } from '../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import { changeAgent, countAgentBlocks, deleteAgent, findAgent } from '../agents';
import { audit } from '../../platform/database/audits';
import { moveBlock, deleteBlock, lockBlock, findKeyword, readStoredAhead } from '../memory';
import { moveKeyword, namesTaken } from './queries/bulkOperations';
import type { Database, Handle } from '../../platform/database/database';
import { countMemories } from '../../platform/text/rules/formatCount';
import { StepProblem } from '../../platform/jobs/steps';
import type { JobSteps } from '../../platform/jobs/steps';
import { placeColumns } from '../../platform/database/conditions';

/** Rows of one kind, or the final step. */
export interface OrganizationStep {
  type: ResourceType | 'end';
  ids: readonly string[];
}

export interface OrganizationJob extends Record<string, unknown> {
  organization_id: string;
  /** Destination; null deletes the rows. */
  place: Ownership | null;
}

/** Rows per step: few enough to block other writers only briefly. */
export const STEP_ROWS = 50;

interface Work {
  handle: Handle;
  principal: Person | TokenHolder;
  organizationId: string;
  place: Ownership | null;
}

/** Whether a row still belongs to the organization; others are skipped. Throws when the caller may not change it. */
const isDue = <T extends Ownership>(row: T | undefined, { principal, organizationId }: Work): row is T => {
  if (row?.organizationId !== organizationId) return false;
  if (!mayWrite(principal, row))
    throw new StepProblem('You don’t have permission to change this organization’s data.');
  return true;
};

const DO: Record<ResourceType, (id: string, work: Work) => Promise<void>> = {
  memory_blocks: async (id, work) => {
    const { handle, principal, place } = work;
    const row = await lockBlock(handle, id);
    if (!isDue(row, work)) return;
    if (place) await moveBlock(handle, row, place, principal.userId);
    else await deleteBlock(handle, row, principal.userId);
  },
  keywords: async (id, work) => {
    const row = await findKeyword(work.handle, id, true);
    if (isDue(row, work)) await moveKeyword(work.handle, row, work.place);
  },
  agents: async (id, work) => {
    const { handle, place, organizationId } = work;
    const row = await findAgent(handle, id, 'update');
    if (!isDue(row, work)) return;
    const { own, others } = await countAgentBlocks(handle, row);
    if (own + others > 0) throw new StepProblem(`The agent ${row.name} has ${countMemories(own + others)}.`);
    const taken = place ? await namesTaken(handle, 'agents', organizationId, place) : [];
    if (!place || taken.includes(row.name)) await deleteAgent(handle, id);
    else await changeAgent(handle, row, placeColumns(place));
  },
};

/** Steps of both kinds of jobs; a failing step leaves its rows unchanged. */
export function organizationSteps(database: Database): JobSteps {
  return {
    concurrency: () => 1,
    failed: (input, error) => ({
      resource_type: (input as OrganizationStep).type,
      success: false,
      count: 0,
      error,
    }),
    prepare: async (input, { principal, options, jobId }) => {
      const { type, ids } = input as OrganizationStep;
      const { organization_id: organizationId, place } = options as OrganizationJob;
      if (place && type === 'memory_blocks') await readStoredAhead(database, principal, ids);
      return async (handle: Handle) => {
        if (place) {
          // Permissions may have changed since the job was queued.
          const scope =
            place.visibilityScope === 'organization'
              ? ({ kind: 'organization', organizationId: place.organizationId } as const)
              : ({ kind: 'personal' } as const);
          const from = { visibilityScope: 'organization', ownerUserId: null, organizationId } as const;
          for (const verdict of [mayCreateIn(principal, scope, 'data'), mayMoveOut(principal, from)])
            if (!verdict.allowed) throw new StepProblem(verdict.detail);
        }
        if (type === 'end') {
          await audit(handle, {
            actionType: 'bulk_operation_complete',
            targetType: 'bulk_operation',
            targetId: jobId,
            organizationId,
            actorUserId: principal.userId,
            metadata: {},
          });
        } else for (const id of ids) await DO[type](id, { handle, principal, organizationId, place });
        return { resource_type: type, success: true, count: ids.length };
      };
    },
  };
}
