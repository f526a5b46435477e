/** The active workspace and the bus that announces its change to every part of the page. */
import { BehaviorSubject, distinctUntilChanged, filter, type Observable } from 'rxjs';
import * as z from 'zod/mini';

const organizationScope = z.object({
  scope: z.literal('organization'),
  organizationId: z.string().check(z.minLength(1)),
});
const otherScope = z.object({ scope: z.enum(['personal', 'public']), organizationId: z.null() });

/** Which rows a person looks at. An organization scope always names its organization. */
export const ActiveScope = z.union([organizationScope, otherScope]);
export type ActiveScope = z.infer<typeof ActiveScope>;

/** Payload of `orgScopeChanged`; `previous` is null at start-up. */
export const OrgScopeChanged = z.object({ current: ActiveScope, previous: z.nullable(ActiveScope) });
export type OrgScopeChanged = z.infer<typeof OrgScopeChanged>;

/** Name of the window event that mirrors the bus, `CustomEvent<OrgScopeChanged>`. */
export const ORG_SCOPE_CHANGED = 'orgScopeChanged';

export const PERSONAL_SCOPE: ActiveScope = { scope: 'personal', organizationId: null };
export const PUBLIC_SCOPE: ActiveScope = { scope: 'public', organizationId: null };

/** A stable text for a scope, e.g. `organization:6f…`; leads every query key. */
export function scopeKey(scope: ActiveScope): string {
  return scope.organizationId ? `${scope.scope}:${scope.organizationId}` : scope.scope;
}

export function sameScope(a: ActiveScope, b: ActiveScope): boolean {
  return scopeKey(a) === scopeKey(b);
}

export interface ScopeBus {
  /** Replays the current scope's change to a late subscriber, then every later one. */
  readonly changes$: Observable<OrgScopeChanged>;
  current(): ActiveScope | null;
  /**
   * Announces a new scope. The same scope again is not announced.
   * @throws ZodError when the payload is not a scope: nothing is announced then.
   */
  announce(next: ActiveScope): void;
}

/** Makes a bus. The page has one, `scopeBus`; tests make their own. */
export function createScopeBus(
  target: EventTarget | null = typeof window === 'undefined' ? null : window,
): ScopeBus {
  const state = new BehaviorSubject<OrgScopeChanged | null>(null);
  const changes$ = state.pipe(
    filter((change): change is OrgScopeChanged => change !== null),
    distinctUntilChanged((a, b) => sameScope(a.current, b.current)),
  );
  return {
    changes$,
    current: () => state.value?.current ?? null,
    announce(next) {
      const current = ActiveScope.parse(next);
      const previous = state.value?.current ?? null;
      if (previous && sameScope(previous, current)) return;
      const change = OrgScopeChanged.parse({ current, previous });
      state.next(change);
      target?.dispatchEvent(new CustomEvent(ORG_SCOPE_CHANGED, { detail: change }));
    },
  };
}

/** The page's bus: one instance for host and remotes, because this module is a shared singleton. */
export const scopeBus: ScopeBus = createScopeBus();
