/** Lines of the workspace switcher, as data. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { PERSONAL_SCOPE, PUBLIC_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';
import { nameFinder } from '@hindsight/shared-contracts/rules';

/** Number of organizations above which a search box is shown. */
export const SEARCH_BEYOND = 8;

export interface WorkspaceOption {
  key: string;
  name: string;
  /** Line below the name. */
  detail: string;
  scope: ActiveScope;
  organization: Organization | null;
}

const PERSONAL: WorkspaceOption = {
  key: 'personal',
  name: 'Personal',
  detail: 'Your personal workspace',
  scope: PERSONAL_SCOPE,
  organization: null,
};

const PUBLIC: WorkspaceOption = {
  key: 'public',
  name: 'Public',
  detail: 'Everyone can see (read-only)',
  scope: PUBLIC_SCOPE,
  organization: null,
};

function toOption(organization: Organization): WorkspaceOption {
  const marks = [
    organization.slug ? `@${organization.slug}` : '',
    organization.is_active ? '' : '(Inactive)',
  ];
  return {
    key: organization.id,
    name: organization.name,
    detail: marks.filter(Boolean).join(' '),
    scope: { scope: 'organization', organizationId: organization.id },
    organization,
  };
}

function matches(search: string): (organization: Organization) => boolean {
  const isFound = nameFinder(search);
  return ({ name, slug, id }) => isFound(name, slug ?? '', id);
}

/** Personal first, the organizations in order, Public last; `search` filters only the organizations. */
export function workspaceOptions(organizations: readonly Organization[], search = ''): WorkspaceOption[] {
  const found = organizations.filter(matches(search));
  return [PERSONAL, ...found.map(toOption), PUBLIC];
}

/** For superadmins only: organizations of which they are not members. */
export function foreignOptions(
  all: readonly Organization[],
  own: readonly Organization[],
  search = '',
): WorkspaceOption[] {
  const mine = new Set(own.map(({ id }) => id));
  return all
    .filter(({ id }) => !mine.has(id))
    .filter(matches(search))
    .map(toOption);
}

/** Line of the active workspace; an unlisted organization gets a generic name and keeps its id. */
export function currentOption(
  organizations: readonly Organization[],
  scope: ActiveScope,
  visited: Organization | null = null,
): WorkspaceOption {
  if (scope.scope === 'personal') return PERSONAL;
  if (scope.scope !== 'organization') return PUBLIC;
  const known = visited ? [...organizations, visited] : organizations;
  const organization = known.find(({ id }) => id === scope.organizationId);
  return toOption(
    organization ?? { id: scope.organizationId, name: 'Organization', slug: null, is_active: true },
  );
}
