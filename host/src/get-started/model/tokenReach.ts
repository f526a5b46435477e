/** Whether a token and an agent work together: a token limited to an organization has no access outside of it. */
import type { Organization } from '@hindsight/shared-contracts/api';

interface Named {
  name: string;
  /** Null: a personal workspace for an agent, every workspace for a token. */
  organizationId: string | null;
}

export const reachesOrganization = (
  token: Pick<Named, 'organizationId'>,
  organizationId: string | null,
): boolean => token.organizationId === null || token.organizationId === organizationId;

export const organizationName = (id: string, organizations: readonly Organization[]): string =>
  organizations.find((one) => one.id === id)?.name ?? 'one organization';

/** Reason why an agent does not work with a token; undefined when it does. */
export function describeMismatch(
  token: Pick<Named, 'organizationId'>,
  agent: Named | null,
  organizations: readonly Organization[],
): string | undefined {
  if (!agent || token.organizationId === null || reachesOrganization(token, agent.organizationId))
    return undefined;
  const home = agent.organizationId
    ? organizationName(agent.organizationId, organizations)
    : 'your personal workspace';
  const limit = organizationName(token.organizationId, organizations);
  return `${agent.name} is in ${home}, so a token limited to ${limit} can’t access it.`;
}
