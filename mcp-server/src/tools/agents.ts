/** Tools about agents and about the caller itself. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { Agent, UserInfo } from '@hindsight/shared-contracts/api';
import { MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { addTool, ADDS, type Deps, READS, scopeInput, workspaceInput } from './tool';

const agentShape = {
  agent_id: z.string(),
  agent_name: z.string(),
  description: z.string().nullable(),
  workspace: z.string(),
};

const workspaceShape = z.object({
  workspace: z.string(),
  id: z.string().nullable(),
  role: z.string(),
  can_read: z.boolean(),
  can_write: z.boolean(),
});

const BETA_ACCESS: Record<UserInfo['beta_access_status'], string> = {
  not_requested: 'The token’s owner has no access yet. Ask them to request it in the dashboard.',
  pending: 'The token’s owner has requested access. The request is still pending.',
  accepted: '',
  denied: 'The token’s owner was denied access.',
  revoked: 'The token owner’s access was revoked.',
};

/** Properties of a good memory; also the text of a resource. */
export const CAPTURE_CHECKLIST = `Before you record a memory:
1. Is it new? Recall first; correct or supersede what is there instead of recording it twice.
2. Does the lesson stand alone? Someone without this conversation must understand it.
3. Does it say when it applies: project, version, platform, command?
4. Are the words in it that one would search for: the error message, the file, the setting, the symptom as somebody meets it, other usual names of the same thing?
5. Is it the cause, not only the symptom, and what to do next time?
6. Is it free of secrets, personal data and guesses that were not checked?
7. Is it one lesson? Two lessons are two memories.`;

export function addAgentTools(server: McpServer, deps: Deps): void {
  const { api, workspaces } = deps;
  const toView = async (agent: Agent) => ({
    agent_id: agent.agent_id,
    agent_name: agent.agent_name,
    description: agent.description,
    workspace: await workspaces.loadName(agent),
  });

  addTool(server, deps, 'create_agent', {
    isEarlier: true,
    title: 'Create an agent',
    description: 'Create an agent to record memories under. search_agents shows whether it exists.',
    input: {
      agent_name: z.string().trim().min(1, 'An agent needs a name.').max(MAX_AGENT_NAME),
      description: z.string().max(10_000).optional(),
      workspace: workspaceInput,
    },
    output: agentShape,
    annotations: ADDS,
    async run({ agent_name, description, workspace }, { signal }) {
      const agent = await api.call('POST /agents/', {
        body: { agent_name, ...(description === undefined ? {} : { description }) },
        ...(await scopeInput(deps, workspace)),
        signal,
      });
      const data = await toView(agent);
      return { text: JSON.stringify(data, null, 2), data };
    },
  });

  addTool(server, deps, 'search_agents', {
    isEarlier: true,
    title: 'Find agents',
    description: 'Agents whose name contains or resembles the query, best first.',
    input: {
      query: z.string().trim().min(1, 'Say what the name contains.').max(MAX_AGENT_NAME),
      workspace: workspaceInput,
    },
    output: { agents: z.array(z.object(agentShape)) },
    annotations: READS,
    async run({ query, workspace }, { signal }) {
      const rows = await api.call('GET /agents/search/', {
        query: { query },
        ...(await scopeInput(deps, workspace)),
        signal,
      });
      const agents = await Promise.all(rows.map(toView));
      const text = agents.length === 0 ? `No agent matches "${query}".` : JSON.stringify(agents, null, 2);
      return { text, data: { agents } };
    },
  });

  addTool(server, deps, 'whoami', {
    title: 'Who am I',
    description: 'The token’s owner, permissions, workspaces and defaults.',
    input: {},
    output: {
      email: z.string(),
      display_name: z.string().nullable(),
      token_rights: z.array(z.string()).optional().describe('absent when no token was used'),
      token_is_confined_to: z.string().nullable().optional(),
      beta_access: z.string().optional().describe('why nothing can be read or written yet'),
      workspaces: z.array(workspaceShape),
      defaults: z.object({
        agent_id: z.string().nullable(),
        conversation_id: z.string().nullable(),
        workspace: z.string().nullable(),
      }),
      service_version: z.string(),
    },
    annotations: READS,
    async run(_input, { signal }) {
      const [person, build] = await Promise.all([
        api.call('GET /user-info', { signal }),
        api.call('GET /build-info', { signal }),
      ]);
      const confined = person.pat?.organization_id ?? null;
      const rights = person.pat?.scopes;
      // The beta program admits people, so this applies to all their workspaces.
      const isAccepted = person.is_superadmin || person.beta_access_status === 'accepted';
      const mayWrite = !rights || rights.includes('write') || rights.includes('manage');
      const personal = {
        workspace: 'personal',
        id: null,
        role: 'owner',
        can_read: isAccepted,
        can_write: isAccepted && mayWrite,
      };
      const organizations = person.memberships.map((one) => ({
        workspace: one.organization_name,
        id: one.organization_id,
        role: one.role,
        can_read: isAccepted && one.can_read,
        can_write: isAccepted && one.can_write && mayWrite,
      }));
      const { scope } = deps.defaults;
      const data = {
        email: person.email,
        display_name: person.display_name,
        ...(person.pat ? { token_rights: person.pat.scopes, token_is_confined_to: confined } : {}),
        ...(isAccepted ? {} : { beta_access: BETA_ACCESS[person.beta_access_status] }),
        workspaces: confined
          ? organizations.filter((one) => one.id === confined)
          : [personal, ...organizations],
        defaults: {
          agent_id: deps.defaults.agentId,
          conversation_id: deps.defaults.conversationId,
          workspace: scope && (scope.organizationId ?? scope.scope),
        },
        service_version: build.version,
      };
      return { text: JSON.stringify(data, null, 2), data };
    },
  });

  addTool(server, deps, 'show_capture_checklist', {
    isEarlier: true,
    title: 'What makes a good memory',
    description: 'A short checklist to go through before you record a memory.',
    input: {},
    output: { checklist: z.string() },
    annotations: READS,
    run: async () => ({ text: CAPTURE_CHECKLIST, data: { checklist: CAPTURE_CHECKLIST } }),
  });
}
