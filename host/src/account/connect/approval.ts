/** What a person chooses for a program, and whether it can be sent. */
import type { Membership } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { TEXTS } from './texts';

/** Choices of the select that are no id. */
export const PERSONAL = 'personal';
export const NEW_AGENT = 'new';

export interface Draft {
  /** An organization's id, or `PERSONAL`. */
  workspace: string;
  /** An agent's id, `NEW_AGENT`, or null while nothing is chosen. */
  agent: string | null;
  agentName: string;
  writes: boolean;
  expiresAt: string | null;
}

/** The code as the service knows it: `WDJB-MJHT`; null for a text that is none. */
export function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** Whether the person may write in a workspace of the select. */
export const mayWriteIn = (memberships: readonly Membership[], workspace: string): boolean =>
  workspace === PERSONAL ||
  memberships.some(({ organization_id, can_write }) => organization_id === workspace && can_write);

/** What a program says about itself, as far as the choices depend on it. */
export interface Program {
  name: string;
  asksToWrite: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/** The narrowest choices with which the program works, within the person's rights: one workspace, 90 days. */
export const draftFor = (
  workspace: string,
  memberships: readonly Membership[],
  { name, asksToWrite }: Program,
  now = Date.now(),
): Draft => {
  const mayWrite = mayWriteIn(memberships, workspace);
  return {
    workspace,
    agent: mayWrite ? NEW_AGENT : null,
    agentName: name,
    writes: mayWrite && asksToWrite,
    expiresAt: new Date(now + 90 * DAY_MS).toISOString(),
  };
};

/** The workspace that is offered first: the active one, where a program can be given access to it. */
export const firstWorkspace = ({ organizationId }: ActiveScope, memberships: readonly Membership[]): string =>
  memberships.some(({ organization_id }) => organization_id === organizationId) ? organizationId! : PERSONAL;

/** Why the draft cannot be sent; undefined when it can. */
export function agentError({ agent, agentName }: Draft): string | undefined {
  if (agent === null) return TEXTS.agentMissing;
  return agent === NEW_AGENT && agentName.trim() === '' ? TEXTS.agentNameMissing : undefined;
}

/** The body of the approval. */
export function approvalBody({ workspace, agent, agentName, writes, expiresAt }: Draft) {
  return {
    organization_id: workspace === PERSONAL ? null : workspace,
    ...(agent === NEW_AGENT ? { new_agent_name: agentName.trim() } : { agent_id: agent! }),
    scopes: ['read' as const, ...(writes ? (['write'] as const) : [])],
    expires_at: expiresAt,
  };
}
