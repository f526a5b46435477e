/** What is known of a person's organizations. */
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';

/** What is known of the organizations before their list has come. */
export function fromMemberships(user: UserInfo): Organization[] {
  return user.memberships.map(({ organization_id, organization_name }) => ({
    id: organization_id,
    name: organization_name ?? organization_id,
    slug: null,
    is_active: true,
  }));
}

export const isListed = (organizations: readonly Organization[], id: string) =>
  organizations.some((organization) => organization.id === id);
