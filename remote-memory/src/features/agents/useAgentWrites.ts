/** Creates, changes and deletes agents, and keeps the one list of them right. */
import { useMemo } from 'react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteContext } from '../../api/blockWrites';
import { readAgentProfile, type AgentProfile } from '../../model/agentRow';
import { reasonOf } from '../../model/reasons';
import { useFailureToast } from '../blockActions/useFailureToast';
import {
  CREATED,
  createFailed,
  DELETED,
  DELETE_FAILED,
  DESCRIPTION_NOT_KEPT,
  UPDATED,
  UPDATE_FAILED,
} from './texts';

export interface AgentDraft {
  name: string;
  description: string;
}

/** Null when it was done; else the service's reason, which a toast in the spec's words has announced. */
export type Outcome = string | null;

export interface AgentWrites {
  create(draft: AgentDraft): Promise<Outcome>;
  update(id: string, draft: AgentDraft): Promise<Outcome>;
  remove(id: string): Promise<Outcome>;
}

export function useAgentWrites(): AgentWrites {
  const { toasts } = useShell();
  const context = useWriteContext();
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMemo(() => {
    const { api, scope } = context;
    const lead = scopeKey(scope);
    const change = (edit: (rows: AgentProfile[]) => AgentProfile[]) =>
      client.setQueryData<AgentProfile[]>([lead, 'agents', 'list'], (rows) => rows && edit(rows));
    /** Numbers and names of agents stand on cards, in counts and in sums. */
    const reload = (withList: boolean) =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[0] === lead && (withList || !(queryKey[1] === 'agents' && queryKey[2] === 'list')),
      });

    async function carryOut(act: () => Promise<void>, done: string, failed: (reason: string) => string) {
      try {
        await act();
      } catch (error) {
        const reason = reasonOf(error);
        fail(error, failed(reason));
        return reason;
      }
      toasts.show('success', done);
      return null;
    }
    /** The public service ignores descriptions: nobody may believe that one was stored. */
    const checkDescription = (kept: AgentProfile | null, wanted: string) => {
      if (kept && kept.description !== wanted) toasts.show('warning', DESCRIPTION_NOT_KEPT);
    };
    return {
      create: ({ name, description }) =>
        carryOut(
          async () => {
            const body = {
              agent_name: name.trim(),
              ...(description.trim() === '' ? {} : { description: description.trim() }),
              visibility_scope: scope.scope,
              organization_id: scope.organizationId,
            };
            const made = readAgentProfile(await api.call('POST /agents/', { body, scope }));
            if (made) change((rows) => [made, ...rows]);
            checkDescription(made, description.trim());
            reload(made === null);
          },
          CREATED,
          createFailed,
        ),
      update: (id, { name, description }) =>
        carryOut(
          async () => {
            const body = { agent_name: name.trim(), description: description.trim() || null };
            const now = readAgentProfile(await api.call('PUT /agents/{id}', { params: { id }, body, scope }));
            if (now) change((rows) => rows.map((row) => (row.id === id ? now : row)));
            checkDescription(now, description.trim());
            reload(now === null);
          },
          UPDATED,
          () => UPDATE_FAILED,
        ),
      remove: (id) =>
        carryOut(
          async () => {
            try {
              await api.call('DELETE /agents/{id}', { params: { id }, scope });
            } catch (error) {
              // Gone already: somebody else deleted it.
              if (!(error instanceof ApiError && error.status === 404)) throw error;
            }
            change((rows) => rows.filter((row) => row.id !== id));
            reload(false);
          },
          DELETED,
          () => DELETE_FAILED,
        ),
    };
  }, [toasts, context, client, fail]);
}
