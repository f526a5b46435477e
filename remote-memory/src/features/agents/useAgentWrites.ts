/** Creates, updates and deletes agents. */
import { useMemo } from 'react';
import { ignoreNotFound } from '../../api/memoryWrites';
import { toAgent, type Agent } from '../../model/agent';
import { useListWrites, type Outcome } from '../lists/useListWrites';
import { CREATED, createFailed, DELETED, DELETE_FAILED, UPDATED, UPDATE_FAILED } from './texts';

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
  const writes = useListWrites<Agent>('agents');
  return useMemo(() => {
    const { context, carryOut, change, reloadOthers } = writes;
    const { api, scope } = context;
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
            const created = toAgent(await api.call('POST /agents/', { body, scope }));
            change((rows) => [created, ...rows]);
            reloadOthers();
          },
          done: CREATED,
          failed: createFailed,
        }),
      update: (id, { name, description }) =>
        carryOut({
          async act() {
            const body = { agent_name: name.trim(), description: description.trim() || null };
            const now = toAgent(await api.call('PUT /agents/{id}', { params: { id }, body, scope }));
            change((rows) => rows.map((row) => (row.id === id ? now : row)));
            reloadOthers();
          },
          done: UPDATED,
          failed: () => UPDATE_FAILED,
        }),
      remove: (id) =>
        carryOut({
          async act() {
            // Counts as deleted if it no longer exists.
            await ignoreNotFound(api.call('DELETE /agents/{id}', { params: { id }, scope }));
            change((rows) => rows.filter((row) => row.id !== id));
            reloadOthers();
          },
          done: DELETED,
          failed: () => DELETE_FAILED,
        }),
    };
  }, [writes]);
}
