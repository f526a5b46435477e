/** Stores the chosen workspace in the browser, and who chose it. */
import { PERSONAL_SCOPE, PUBLIC_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';
import type { SafeStorage } from '../session/storage';

/** Stored per tab. */
const TAB_KEYS = { scope: 'ACTIVE_SCOPE', organization: 'ACTIVE_ORG_ID' } as const;
/** Stored per browser. */
const BROWSER_KEYS = { scope: 'selectedScope', organization: 'selectedOrganizationId' } as const;
/** Stored with both: the user who chose, so that nobody starts in another user's workspace. */
const OWNER_KEY = 'hindsight.scope-owner';

interface Keys {
  scope: string;
  organization: string;
}

function readFrom(storage: SafeStorage, keys: Keys, owner: string): ActiveScope | null {
  const rememberedOwner = storage.read(OWNER_KEY);
  if (rememberedOwner !== null && rememberedOwner !== owner) return null;
  const scope = storage.read(keys.scope);
  const organizationId = storage.read(keys.organization);
  if (scope === 'public') return PUBLIC_SCOPE;
  if (scope === 'personal') return PERSONAL_SCOPE;
  return scope === 'organization' && organizationId ? { scope, organizationId } : null;
}

function writeTo(storage: SafeStorage, keys: Keys, owner: string | null, scope: ActiveScope | null): void {
  storage.write(keys.scope, scope?.scope ?? null);
  storage.write(keys.organization, scope?.organizationId ?? null);
  storage.write(OWNER_KEY, owner);
}

export interface ScopeMemory {
  /** Stored choice of this user, the tab's first; null when there is no valid one. */
  recall(owner: string): ActiveScope | null;
  /** Stored choice of this user in the browser, regardless of the tab's. */
  recallBrowser(owner: string): ActiveScope | null;
  /** Stores a user's choice for the tab and the browser. */
  remember(owner: string, scope: ActiveScope): void;
  /** Stores the user and their choice in a browser without a known user, so that the next document requests this user's data at once. */
  meet(owner: string): void;
  /** Stores the workspace of an anonymous visitor, for the tab only. */
  rememberForTab(scope: ActiveScope): void;
}

export function createScopeMemory(tab: SafeStorage, browser: SafeStorage): ScopeMemory {
  return {
    recall: (owner) => readFrom(tab, TAB_KEYS, owner) ?? readFrom(browser, BROWSER_KEYS, owner),
    recallBrowser: (owner) => readFrom(browser, BROWSER_KEYS, owner),
    remember(owner, scope) {
      writeTo(tab, TAB_KEYS, owner, scope);
      writeTo(browser, BROWSER_KEYS, owner, scope);
    },
    meet(owner) {
      if (browser.read(OWNER_KEY) !== null) return;
      writeTo(browser, BROWSER_KEYS, owner, readFrom(browser, BROWSER_KEYS, owner) ?? PERSONAL_SCOPE);
    },
    rememberForTab: (scope) => writeTo(tab, TAB_KEYS, '', scope),
  };
}
