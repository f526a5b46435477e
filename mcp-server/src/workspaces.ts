/** Workspaces by the names that agents use: `personal`, `public`, or an organization's id or name. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { type ActiveScope, PERSONAL_SCOPE, PUBLIC_SCOPE } from '@hindsight/shared-contracts/events';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { InvalidInput } from './toolErrors';

/** Milliseconds for which the token's owner is not asked for again. */
const OWNER_AGE_MS = 60_000;

interface Owned {
  visibility_scope: ActiveScope['scope'];
  organization_id: string | null;
}

export interface Workspaces {
  /** The scope that a call names; undefined when it names none, then the defaults or the token decide. */
  resolve(name: string | undefined): Promise<ActiveScope | undefined>;
  /** What to call the workspace of a row. */
  nameOf(row: Owned): Promise<string>;
  /** Names to offer while one is typed. */
  names(): Promise<string[]>;
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
  const memberships = async () => (await owner()).memberships;

  async function named(name: string): Promise<ActiveScope> {
    const wanted = name.toLowerCase();
    if (wanted === 'personal') return PERSONAL_SCOPE;
    if (wanted === 'public') return PUBLIC_SCOPE;
    if (isUuid(wanted)) return { scope: 'organization', organizationId: wanted };
    const all = await memberships();
    const found = all.filter((one) => one.organization_name.toLowerCase() === wanted);
    if (found.length === 1) return { scope: 'organization', organizationId: found[0]!.organization_id };
    const choice = ['personal', ...all.map((one) => one.organization_name), 'public'].join(', ');
    throw new InvalidInput(
      found.length > 1
        ? `Several organizations are called "${name}": name the workspace by the organization's id.`
        : `There is no workspace "${name}". Yours are: ${choice}.`,
    );
  }

  return {
    async resolve(name) {
      const wanted = name?.trim() ?? '';
      if (wanted === '') return undefined;
      const scope = await named(wanted);
      const { pat, memberships: all } = await owner();
      const home = pat?.organization_id ?? null;
      // The service ignores the workspace that such a token names: what was meant to be private would be the organization's.
      if (home !== null && scope.organizationId !== home) {
        const place = all.find((one) => one.organization_id === home)?.organization_name ?? home;
        throw new InvalidInput(
          `This token works in the workspace "${place}" alone: leave the workspace out, or ask for a token without that limit.`,
        );
      }
      return scope;
    },
    async nameOf({ visibility_scope: scope, organization_id: id }) {
      if (scope !== 'organization') return scope;
      // A name is decoration: without it, the id says where the row belongs.
      const all = await memberships().catch(() => []);
      return all.find((one) => one.organization_id === id)?.organization_name ?? `organization ${id}`;
    },
    async names() {
      return ['personal', ...(await memberships()).map((one) => one.organization_name), 'public'];
    },
  };
}
