/** The active workspace, and the bus that announces its changes to every part of the page. */
import { BehaviorSubject, distinctUntilChanged, filter, scan, Subject, type Observable } from 'rxjs';
import * as v from 'valibot';

const organizationScope = v.object({
  scope: v.literal('organization'),
  organizationId: v.pipe(v.string(), v.minLength(1)),
});
const otherScope = v.object({ scope: v.picklist(['personal', 'public']), organizationId: v.null() });

/** Which rows are shown. An organization scope always names its organization. */
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

/** A stable text for a scope, e.g. `organization:6f…`; the first part of every query key. */
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
   * Announces a scope. The same scope again emits nothing, so callers need not compare.
   * @throws Error when the payload is not a scope: nothing is emitted then.
   */
  announce(next: ActiveScope): void;
}

/** Makes a bus. The page has one, `scopeBus`; tests make their own. */
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
 * Repeats every change as a window event, for code outside of the bundle. The host calls this after its own subscriptions, so that a
 * listener finds them up to date.
 * @returns the function that stops it.
 */
export function mirrorScopeChanges(bus: ScopeBus, target: EventTarget = window): () => void {
  const subscription = bus.changes$.subscribe((detail) => {
    target.dispatchEvent(new CustomEvent(ORG_SCOPE_CHANGED, { detail }));
  });
  return () => subscription.unsubscribe();
}

/** The page's bus: one instance for host and remotes, because this module is a shared singleton. */
export const scopeBus: ScopeBus = createScopeBus();
