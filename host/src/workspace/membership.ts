/** What is known of a person's organizations. */
import { fields, firstText, readRows, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
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

/** Null for what has no id. */
function readEntry(value: unknown): Organization | null {
  const given = fields(value);
  const id = firstText(given['id']);
  if (!id) return null;
  return {
    id,
    name: firstText(given['name']) || id,
    slug: firstText(given['slug']) || null,
    is_active: given['is_active'] !== false,
  };
}

/** A list of organizations as some service sent it. @throws UnexpectedAnswerError for what is no list. */
export const readOrganizations = (answer: unknown): Organization[] => readRows(answer, readEntry).items;

/** One organization. @throws UnexpectedAnswerError for what has no id. */
export function readOrganization(answer: unknown): Organization {
  const organization = readEntry(answer);
  if (!organization) throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
  return organization;
}

export const isListed = (organizations: readonly Organization[], id: string) =>
  organizations.some((organization) => organization.id === id);
