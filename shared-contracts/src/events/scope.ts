/** The active workspace, and the bus that announces changes of it to every part of the page. */
import { BehaviorSubject, distinctUntilChanged, filter, scan, Subject, type Observable } from 'rxjs';
import * as v from 'valibot';

const organizationScope = v.object({
  scope: v.literal('organization'),
  organizationId: v.pipe(v.string(), v.minLength(1)),
});
const otherScope = v.object({ scope: v.picklist(['personal', 'public']), organizationId: v.null() });

/** The rows on display. An organization scope always names its organization. */
export const ActiveScope = v.union([organizationScope, otherScope]);
export type ActiveScope = v.InferOutput<typeof ActiveScope>;

/** Payload of `orgScopeChanged`; `previous` is null at start-up. */
export interface OrgScopeChanged {
  readonly current: ActiveScope;
  readonly previous: ActiveScope | null;
}

/** Name of the window event that mirrors the bus, `CustomEvent<OrgScopeChanged>`. */
export const ORG_SCOPE_CHANGED = 'orgScopeChanged';

export { PERSONAL_SCOPE, PUBLIC_SCOPE } from '../rules/activeScope';

/** A stable string for a scope, e.g. `organization:6f…`; first element of every query key. */
export function scopeKey(scope: ActiveScope): string {
  return scope.organizationId ? `${scope.scope}:${scope.organizationId}` : scope.scope;
}

export function sameScope(a: ActiveScope, b: ActiveScope): boolean {
  return scopeKey(a) === scopeKey(b);
}

export interface ScopeBus {
  /** Replays the latest change to a new subscriber, then emits every later one. Components use `useScopeChanges` of `shell`. */
  readonly changes$: Observable<OrgScopeChanged>;
  current(): ActiveScope | null;
  /**
   * Announces a scope. An unchanged scope emits nothing, so callers do not need to compare.
   * @throws Error if the payload is not a scope; nothing is emitted then.
   */
  announce(next: ActiveScope): void;
}

/** Creates a bus. The page has one, `scopeBus`; tests create their own. */
export function createScopeBus(): ScopeBus {
  const announced = new Subject<ActiveScope>();
  const latest = new BehaviorSubject<OrgScopeChanged | null>(null);
  announced
    .pipe(
      distinctUntilChanged(sameScope),
      scan<ActiveScope, OrgScopeChanged, null>(
        (before, current) => ({ current, previous: before?.current ?? null }),
        null,
      ),
    )
    .subscribe(latest);
  return {
    changes$: latest.pipe(filter((change) => change !== null)),
    current: () => latest.value?.current ?? null,
    announce: (next) => announced.next(v.parse(ActiveScope, next)),
  };
}

/**
 * Mirrors every change as a window event, for code outside the bundle. The host calls this after its own subscriptions, so listeners see
 * them up to date.
 * @returns a function that stops it.
 */
export function mirrorScopeChanges(bus: ScopeBus, target: EventTarget = window): () => void {
  const subscription = bus.changes$.subscribe((detail) => {
    target.dispatchEvent(new CustomEvent(ORG_SCOPE_CHANGED, { detail }));
  });
  return () => subscription.unsubscribe();
}

/** The page's bus: host and remotes share one instance, because this module is a shared singleton. */
export const scopeBus: ScopeBus = createScopeBus();
