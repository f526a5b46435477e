import { act, renderHook } from '@testing-library/react';
import { PERSONAL_SCOPE, PUBLIC_SCOPE, scopeBus, type OrgScopeChanged } from '../events/scope';
import { useScopeChanges } from './useScopeChanges';

it('calls a late subscriber with the current scope, then with every change until unmount', () => {
  scopeBus.announce(PERSONAL_SCOPE);
  const seen: OrgScopeChanged[] = [];
  const { unmount } = renderHook(() => useScopeChanges((change) => seen.push(change)));
  expect(seen).toEqual([{ current: PERSONAL_SCOPE, previous: null }]);

  act(() => scopeBus.announce(PUBLIC_SCOPE));
  expect(seen[1]).toEqual({ current: PUBLIC_SCOPE, previous: PERSONAL_SCOPE });

  unmount();
  scopeBus.announce(PERSONAL_SCOPE);
  expect(seen).toHaveLength(2);
});
