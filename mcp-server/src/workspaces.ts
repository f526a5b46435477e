/** Finds workspaces by the names that agents use: `personal`, `public`, or an organization's id or name. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { isUuid, PERSONAL_SCOPE, PUBLIC_SCOPE } from '@hindsight/shared-contracts/rules';
import { NOT_A_MEMBER_DETAIL } from './membership';
import { InvalidInput } from './toolErrors';

/** Milliseconds for which the token's owner is cached. */
const OWNER_AGE_MS = 60_000;

interface Owned {
  visibility_scope: ActiveScope['scope'];
  organization_id: string | null;
}

export interface Workspaces {
  /** The scope that a call names; undefined when it names none, so the defaults or the token decide. */
  resolve(name: string | undefined): Promise<ActiveScope | undefined>;
  /** Display name of a row's workspace. */
  loadName(row: Owned): Promise<string>;
  /** Names for autocompletion. */
  names(): Promise<string[]>;
}

/** The only workspace of a confined token; null for any other. */
function findHome({ pat, memberships }: UserInfo): { id: string; name: string; isHeld: boolean } | null {
  const id = pat?.organization_id ?? null;
  if (id === null) return null;
  const place = memberships.find((one) => one.organization_id === id);
  return { id, name: place?.organization_name ?? id, isHeld: place !== undefined };
}

/** Names of the workspaces in which the token may be used. */
function listNames(person: UserInfo): string[] {
  const home = findHome(person);
  if (home) return [home.name];
  return ['personal', ...person.memberships.map((one) => one.organization_name), 'public'];
}

/** Scopes that a name may mean. Superadmins may enter organizations by id without being members. */
function resolveScopes(name: string, { memberships, is_superadmin: mayEnterAll }: UserInfo): ActiveScope[] {
  const wanted = name.toLowerCase();
  if (wanted === 'personal') return [PERSONAL_SCOPE];
  if (wanted === 'public') return [PUBLIC_SCOPE];
  const found = memberships.filter((one) =>
    isUuid(wanted) ? one.organization_id === wanted : one.organization_name.toLowerCase() === wanted,
  );
  if (found.length === 0 && mayEnterAll && isUuid(wanted))
    return [{ scope: 'organization', organizationId: wanted }];
  return found.map(({ organization_id: organizationId }) => ({ scope: 'organization', organizationId }));
}

/** @param api client of the token's owner. */
export function createWorkspaces(api: ApiClient): Workspaces {
  let known: { at: number; owner: Promise<UserInfo> } | null = null;

  function owner(): Promise<UserInfo> {
    if (!known || Date.now() - known.at > OWNER_AGE_MS) {
      const asked = api.call('GET /user-info');
      known = { at: Date.now(), owner: asked };
      asked.catch(() => (known = null));
    }
    return known.owner;
  }

  return {
    async resolve(name) {
      const wanted = name?.trim() ?? '';
      if (wanted === '') return undefined;
      const person = await owner();
      const home = findHome(person);
      if (home && !home.isHeld) throw new InvalidInput(NOT_A_MEMBER_DETAIL);
      const found = resolveScopes(wanted, person);
      // The service ignores the workspace that a confined token names: private data would end up in the organization.
      const reachable = home ? found.filter(({ organizationId }) => organizationId === home.id) : found;
      const [scope, another] = reachable;
      if (scope && !another) return scope;
      if (home)
        throw new InvalidInput(
          `This token works only in the workspace "${home.name}". Leave out the workspace, or ask for a token without that limit.`,
        );
      throw new InvalidInput(
        scope
          ? `Several organizations are named "${wanted}". Pass the organization's id as the workspace.`
          : `There is no workspace "${wanted}". Yours are: ${listNames(person).join(', ')}.`,
      );
    },
    async loadName({ visibility_scope: scope, organization_id: id }) {
      if (scope !== 'organization') return scope;
      // A name is only cosmetic: without it, the id identifies the workspace.
      const person = await owner().catch(() => null);
      return (
        person?.memberships.find((one) => one.organization_id === id)?.organization_name ??
        `organization ${id}`
      );
    },
    names: async () => listNames(await owner()),
  };
}
