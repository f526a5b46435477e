/** Grants a program access, by device grant or OAuth, with an agent and a separate token. */
import type { ApiToken, Approval } from '@hindsight/shared-contracts/api';
import { MAX_TOKEN_NAME } from '@hindsight/shared-contracts/rules';
import { toOwnership } from '../../platform/auth/rules/permissions';
import type { Person } from '../../platform/auth/rules/principal';
import { grantsScope as mayUse } from '../../platform/auth/rules/tokens';
import { ensureAgent, findAgent } from '../agents';
import type { AgentRow } from '../agents';
import { sameWorkspace } from '../../platform/database/conditions';
import type { Handle } from '../../platform/database/database';
import { findConnection, renewToken } from '../../platform/auth/tokens';
import { requireReadable, targetWorkspace } from '../../platform/http/access';
import { HttpProblem } from '../../platform/http/problem';
import { createToken, expiry, requireMembership } from './routes/tokens';
import type { mintToken } from './routes/tokens';

const DEFAULT_EXPIRY_MS = 90 * 24 * 3600 * 1000;

/** The agent for the program, existing or new. The scope `write` requires a workspace that the person may write to. */
async function findOrCreateAgent(handle: Handle, principal: Person, approval: Approval): Promise<AgentRow> {
  const { organization_id: organizationId, agent_id: id, new_agent_name: name } = approval;
  const scope =
    organizationId === null
      ? ({ kind: 'personal' } as const)
      : ({ kind: 'organization', organizationId } as const);
  const place =
    name !== undefined || mayUse(approval.scopes, 'write')
      ? targetWorkspace(principal, scope, 'agents')
      : toOwnership(principal, scope);
  // A program that reconnects, or connects from a second machine, keeps its agent.
  if (name !== undefined)
    return ensureAgent(handle, { name, description: null, place, actorUserId: principal.userId });
  const agent = requireReadable(principal, id ? await findAgent(handle, id) : undefined, 'Agent not found');
  if (!sameWorkspace(agent, place)) throw new HttpProblem(422, 'The agent is in another workspace.');
  return agent;
}

interface Program {
  name: string;
  /** Client id of a program that signs in by OAuth. */
  oauthClientId?: string;
  /** Whether all installations share this client id, so that it does not identify one. */
  isShared?: boolean;
}

/**
 * Creates a token for the program, limited to the workspace. Reconnecting as the same agent renews the existing token instead of leaving a
 * second one behind.
 */
export async function approveProgram(
  handle: Handle,
  principal: Person,
  stored: Awaited<ReturnType<typeof mintToken>>['stored'],
  { name: given, oauthClientId, isShared = false }: Program,
  approval: Approval,
): Promise<{ token: ApiToken; agent: AgentRow }> {
  const agent = await findOrCreateAgent(handle, principal, approval);
  const { organization_id: organizationId } = approval;
  const name = given.slice(0, MAX_TOKEN_NAME);
  const expiresAt =
    approval.expires_at === undefined
      ? new Date(Date.now() + DEFAULT_EXPIRY_MS).toISOString()
      : (expiry(approval.expires_at) ?? null);
  const wish = {
    scopes: [...new Set(approval.scopes)],
    organizationId,
    isPersonal: organizationId === null,
    expiresAt,
  };
  const known =
    !isShared &&
    (await findConnection(handle, principal.userId, agent.id, oauthClientId ? { oauthClientId } : { name }));
  if (known) {
    if (organizationId !== null) requireMembership(principal.memberships, organizationId);
    return { agent, token: await renewToken(handle, known, wish) };
  }
  const program = { name, agentId: agent.id, ...(oauthClientId && { oauthClientId }) };
  return { agent, token: await createToken(handle, principal, stored, { ...wish, ...program }) };
}
