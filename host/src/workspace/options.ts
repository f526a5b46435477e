/** The lines of the workspace switcher, as data. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { PERSONAL_SCOPE, PUBLIC_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';

/** More organizations than this bring a search box. */
export const SEARCH_BEYOND = 8;

export interface WorkspaceOption {
  key: string;
  name: string;
  /** Line below the name. */
  detail: string;
  scope: ActiveScope;
  organization: Organization | null;
}

export const PERSONAL: WorkspaceOption = {
  key: 'personal',
  name: 'Personal',
  detail: 'Your personal workspace',
  scope: PERSONAL_SCOPE,
  organization: null,
};

export const PUBLIC: WorkspaceOption = {
  key: 'public',
  name: 'Public',
  detail: 'Everyone can see (read-only)',
  scope: PUBLIC_SCOPE,
  organization: null,
};

function optionOf(organization: Organization): WorkspaceOption {
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

/** Personal first, the organizations in their order, Public last; `search` narrows the organizations only. */
export function workspaceOptions(organizations: readonly Organization[], search = ''): WorkspaceOption[] {
  const wanted = search.trim().toLocaleLowerCase();
  const found = organizations.filter(
    ({ name, slug, id }) =>
      !wanted || [name, slug ?? '', id].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
  return [PERSONAL, ...found.map(optionOf), PUBLIC];
}

/** The line of the active workspace; an organization outside of the list (a superadmin's visit) goes by its id. */
export function currentOption(organizations: readonly Organization[], scope: ActiveScope): WorkspaceOption {
  if (scope.scope === 'personal') return PERSONAL;
  if (scope.scope !== 'organization') return PUBLIC;
  const organization = organizations.find(({ id }) => id === scope.organizationId);
  return optionOf(
    organization ?? { id: scope.organizationId, name: 'Organization', slug: null, is_active: true },
  );
}
