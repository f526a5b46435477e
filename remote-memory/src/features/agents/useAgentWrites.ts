/** Creates, changes and deletes agents. */
import { useMemo } from 'react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readAgentProfile, type AgentProfile } from '../../model/agentRow';
import { useListWrites, type Outcome } from '../lists/useListWrites';
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

export interface AgentWrites {
  create(draft: AgentDraft): Promise<Outcome>;
  update(id: string, draft: AgentDraft): Promise<Outcome>;
  remove(id: string): Promise<Outcome>;
}

export function useAgentWrites(): AgentWrites {
  const { toasts } = useShell();
  const writes = useListWrites<AgentProfile>('agents');
  return useMemo(() => {
    const { context, carryOut, change } = writes;
    const { api, scope } = context;
    /** Names and numbers of agents stand on cards too; the list itself only when the answer did not tell. */
    const reload = (made: AgentProfile | null) => {
      if (made === null) writes.reload();
      writes.reloadOthers();
    };
    /** The public service ignores descriptions: nobody may believe that one was stored. */
    const checkDescription = (kept: AgentProfile | null, wanted: string) => {
      if (kept && kept.description !== wanted) toasts.show('warning', DESCRIPTION_NOT_KEPT);
    };
    return {
      create: ({ name, description }) =>
        carryOut({
          async act() {
            const body = {
              agent_name: name.trim(),
              ...(description.trim() === '' ? {} : { description: description.trim() }),
              visibility_scope: scope.scope,
              organization_id: scope.organizationId,
            };
            const made = readAgentProfile(await api.call('POST /agents/', { body, scope }));
            if (made) change((rows) => [made, ...rows]);
            checkDescription(made, description.trim());
            reload(made);
          },
          done: CREATED,
          failed: createFailed,
          name: name.trim(),
        }),
      update: (id, { name, description }) =>
        carryOut({
          async act() {
            const body = { agent_name: name.trim(), description: description.trim() || null };
            const now = readAgentProfile(await api.call('PUT /agents/{id}', { params: { id }, body, scope }));
            if (now) change((rows) => rows.map((row) => (row.id === id ? now : row)));
            checkDescription(now, description.trim());
            reload(now);
          },
          done: UPDATED,
          failed: () => UPDATE_FAILED,
        }),
      remove: (id) =>
        carryOut({
          async act() {
            try {
              await api.call('DELETE /agents/{id}', { params: { id }, scope });
            } catch (error) {
              // Gone already: somebody else deleted it.
              if (!(error instanceof ApiError && error.status === 404)) throw error;
            }
            change((rows) => rows.filter((row) => row.id !== id));
            writes.reloadOthers();
          },
          done: DELETED,
          failed: () => DELETE_FAILED,
        }),
    };
  }, [toasts, writes]);
}
