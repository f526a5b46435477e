/** Sends the page's first queries, as its descriptor declares them, in the workspace stored by the browser. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { FIRST_QUERIES_ID, type FirstQueries } from '@hindsight/shared-contracts/registry';
import {
  buildFirstReads,
  ORGANIZATIONS,
  read,
  followUpReads,
  ignoreRejection,
  type FirstRead,
} from './firstReads';
import { readStorage } from './readStorage';

/** Responses in flight for the page, and the user they are for. */
export interface FirstAnswers {
  remote: string;
  /** Version of the remote's release that declares the queries. */
  version: string;
  /** Owner of the workspace. */
  person: string;
  /** Grows by follow-up requests that depend on responses. */
  asked: (FirstRead & { answer: Promise<Response> })[];
}

/** The keys of `scopeMemory.ts`. */
const MEMORIES = [
  { area: 'sessionStorage', scope: 'ACTIVE_SCOPE', organization: 'ACTIVE_ORG_ID' },
  { area: 'localStorage', scope: 'selectedScope', organization: 'selectedOrganizationId' },
] as const;
const OWNER_KEY = 'hindsight.scope-owner';
const PERSONAL: ActiveScope = { scope: 'personal', organizationId: null };

/** User who last chose a workspace here; empty if the last visitor of this tab was signed out. */
const lastOwner = () =>
  readStorage('sessionStorage', OWNER_KEY) ?? readStorage('localStorage', OWNER_KEY) ?? '';

/**
 * Start workspace of a user. If its organization is gone, the page discards these responses and sends its own requests.
 * @param newest the organization with the user's newest memory, if known.
 */
function toScope(person: string, newest?: string | null): ActiveScope {
  for (const { area, scope: key, organization } of MEMORIES) {
    const scope = readStorage(area, key);
    const organizationId = readStorage(area, organization);
    if ((readStorage(area, OWNER_KEY) ?? person) !== person) continue;
    if (scope === 'organization' && organizationId) return { scope, organizationId };
    if (scope === 'personal' || scope === 'public') return { scope, organizationId: null };
  }
  return newest ? { scope: 'organization', organizationId: newest } : PERSONAL;
}

function ask(
  { remote, version, ...route }: FirstQueries,
  person: string,
  newest?: string | null,
): FirstAnswers {
  const scope = toScope(person, newest);
  const asked: FirstAnswers['asked'] = [{ ...ORGANIZATIONS, answer: ignoreRejection(read(ORGANIZATIONS)) }];
  for (const { url, headers, then } of buildFirstReads(route, window.location, scope)) {
    const answer = ignoreRejection(read({ url, headers }));
    asked.push({ url, headers, answer });
    const following = answer.then((given) => followUpReads({ then }, given, scope));
    ignoreRejection(
      following.then((reads) =>
        asked.push(...reads.map((next) => ({ ...next, answer: ignoreRejection(read(next)) }))),
      ),
    );
  }
  return { remote, version, person, asked };
}

/**
 * Sends the queries at once for the last user of this browser, else as soon as the session is known. The document declares queries only
 * when there is a session cookie, so signed-out visitors trigger no requests; nor do users without access to the pages.
 */
export function sendFirstQueries(userInfo: Promise<Response>): Promise<FirstAnswers | null> | null {
  const text = document.getElementById(FIRST_QUERIES_ID)?.textContent;
  if (!text) return null;
  const queries = JSON.parse(text) as FirstQueries;
  const owner = lastOwner();
  if (owner) return Promise.resolve(ask(queries, owner));
  return userInfo
    .then(async (answer) => {
      const user = (answer.ok ? await answer.clone().json() : {}) as Partial<UserInfo>;
      const isWelcome = user.beta_access_status === 'accepted' || user.is_superadmin === true;
      return user.user_id && isWelcome ? ask(queries, user.user_id, user.newest_organization_id) : null;
    })
    .catch(() => null);
}
