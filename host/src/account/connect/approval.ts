/** Approval draft of a program, with validation and request body. */
import type { Membership } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { TEXTS } from './texts';

/** Select values that are not ids. */
export const PERSONAL = 'personal';
export const NEW_AGENT = 'new';

export interface Draft {
  /** Organization id, or `PERSONAL`. */
  workspace: string;
  /** Agent id, `NEW_AGENT`, or null while nothing is selected. */
  agent: string | null;
  agentName: string;
  writes: boolean;
  expiresAt: string | null;
}

/** Normalizes a typed code to the service's format, `WDJB-MJHT`; null for text that is no code. */
export function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** Whether the user has write access in a workspace. */
export const mayWriteIn = (memberships: readonly Membership[], workspace: string): boolean =>
  workspace === PERSONAL ||
  memberships.some(({ organization_id, can_write }) => organization_id === workspace && can_write);

/** The facts about a program that the defaults depend on. */
export interface Program {
  name: string;
  asksToWrite: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/** Narrowest working defaults within the user's permissions: one workspace, 90 days. */
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

/** Preselected workspace: the active one if the user is a member, else the personal one. */
export const firstWorkspace = ({ organizationId }: ActiveScope, memberships: readonly Membership[]): string =>
  memberships.some(({ organization_id }) => organization_id === organizationId) ? organizationId! : PERSONAL;

/** Validation error of the draft, or undefined when it can be sent. */
export function agentError({ agent, agentName }: Draft): string | undefined {
  if (agent === null) return TEXTS.agentMissing;
  return agent === NEW_AGENT && agentName.trim() === '' ? TEXTS.agentNameMissing : undefined;
}

/** Request body of the approval. */
export function approvalBody({ workspace, agent, agentName, writes, expiresAt }: Draft) {
  return {
    organization_id: workspace === PERSONAL ? null : workspace,
    ...(agent === NEW_AGENT ? { new_agent_name: agentName.trim() } : { agent_id: agent! }),
    scopes: ['read' as const, ...(writes ? (['write'] as const) : [])],
    expires_at: expiresAt,
  };
}
