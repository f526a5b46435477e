/** What the browser remembers of the chosen workspace, and whose choice it was. */
import { PERSONAL_SCOPE, PUBLIC_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';
import type { SafeStorage } from '../session/storage';

/** Kept per tab. */
const TAB_KEYS = { scope: 'ACTIVE_SCOPE', organization: 'ACTIVE_ORG_ID' } as const;
/** Kept per browser. */
const BROWSER_KEYS = { scope: 'selectedScope', organization: 'selectedOrganizationId' } as const;
/** Beside both: the person who chose, so that no one starts in another person's workspace. */
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
  /** The remembered choice of this person, this tab's first; null when there is none that makes sense. */
  recall(owner: string): ActiveScope | null;
  /** The browser's choice of this person, whatever this tab's was. */
  recallBrowser(owner: string): ActiveScope | null;
  /** Keeps a person's choice for the tab and the browser. */
  remember(owner: string, scope: ActiveScope): void;
  /** Keeps who is here, with what was chosen, in a browser that remembers nobody: the next document asks for this person at once. */
  meet(owner: string): void;
  /** Keeps what a visitor without a name looks at, for the tab only. */
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
