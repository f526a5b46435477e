import {
  createScopeBus,
  mirrorScopeChanges,
  ORG_SCOPE_CHANGED,
  PERSONAL_SCOPE,
  PUBLIC_SCOPE,
  scopeKey,
  type ActiveScope,
} from './scope';

const organization = (organizationId: string): ActiveScope => ({ scope: 'organization', organizationId });

describe('the scope bus', () => {
  it('announces a change with the previous scope', () => {
    const bus = createScopeBus();
    const seen: unknown[] = [];
    bus.changes$.subscribe((change) => seen.push(change));
    bus.announce(PERSONAL_SCOPE);
    bus.announce(organization('o1'));
    expect(seen).toEqual([
      { current: PERSONAL_SCOPE, previous: null },
      { current: organization('o1'), previous: PERSONAL_SCOPE },
    ]);
  });

  it('replays the current scope to a late subscriber', () => {
    const bus = createScopeBus();
    bus.announce(PUBLIC_SCOPE);
    const seen: ActiveScope[] = [];
    bus.changes$.subscribe(({ current }) => seen.push(current));
    expect(seen).toEqual([PUBLIC_SCOPE]);
    expect(bus.current()).toEqual(PUBLIC_SCOPE);
  });

  it('emits nothing when the scope is unchanged', () => {
    const bus = createScopeBus();
    let count = 0;
    bus.changes$.subscribe(() => count++);
    bus.announce(organization('o1'));
    bus.announce(organization('o1'));
    expect(count).toBe(1);
  });

  it('rejects an invalid scope and emits nothing', () => {
    const bus = createScopeBus();
    let count = 0;
    bus.changes$.subscribe(() => count++);
    expect(() => bus.announce({ scope: 'organization', organizationId: null } as never)).toThrow();
    expect(() => bus.announce({ scope: 'galaxy', organizationId: null } as never)).toThrow();
    expect(count).toBe(0);
    expect(bus.current()).toBeNull();
  });

  it('mirrors a change as a window event named orgScopeChanged', () => {
    const target = new EventTarget();
    const bus = createScopeBus();
    const stop = mirrorScopeChanges(bus, target);
    const details: unknown[] = [];
    target.addEventListener('orgScopeChanged', (event) => details.push((event as CustomEvent).detail));
    bus.announce(PUBLIC_SCOPE);
    expect(ORG_SCOPE_CHANGED).toBe('orgScopeChanged');
    stop();
    bus.announce(PERSONAL_SCOPE);
    expect(details).toEqual([{ current: PUBLIC_SCOPE, previous: null }]);
  });
});

it('gives each scope a distinct key', () => {
  expect([PERSONAL_SCOPE, PUBLIC_SCOPE, organization('o1')].map(scopeKey)).toEqual([
    'personal',
    'public',
    'organization:o1',
  ]);
});
