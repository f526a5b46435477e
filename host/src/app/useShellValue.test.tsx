import { createScopeBus } from '@hindsight/shared-contracts/events';
import { act, renderHook } from '@testing-library/react';
import { memoryStorage } from '../session/storage';
import { createHost } from './createHost';
import { useShellValue } from './useShellValue';

function setUp() {
  const host = createHost({ bus: createScopeBus(), tab: memoryStorage(), browser: memoryStorage() });
  return { host, ...renderHook(() => useShellValue(host)) };
}

it('guards a write of a guest with the words of the spec and the hint', () => {
  const { host, result } = setUp();
  expect(result.current.guardWrite('Sign in to create memory blocks.')).toBe(true);
  act(() => host.session.enterGuestMode());
  expect(result.current.guardWrite('Sign in to create memory blocks.')).toBe(false);
  expect(host.toasts.list.get()).toMatchObject([
    { type: 'warning', message: 'Guest mode is read-only. Sign in to create memory blocks.' },
  ]);
});

it('stays the same object until something in it changes', () => {
  const { host, result, rerender } = setUp();
  const before = result.current;
  rerender();
  host.toasts.show('info', 'hello');
  expect(result.current).toBe(before);
  act(() => host.session.enterGuestMode());
  expect(result.current).not.toBe(before);
  // What is handed these is not drawn again.
  expect(result.current.guardWrite).toBe(before.guardWrite);
  expect(result.current.renderSlot).toBe(before.renderSlot);
});
