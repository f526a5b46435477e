import { act, renderHook } from '@testing-library/react';
import { usePreference } from './usePreference';

const useShown = () => usePreference('shown', ['cards', 'table']);
const use = () => renderHook(useShown);

beforeEach(() => window.localStorage.clear());
afterEach(() => jest.restoreAllMocks());

it('starts with the first choice and remembers another', () => {
  const { result } = use();
  expect(result.current[0]).toBe('cards');
  act(() => result.current[1]('table'));
  expect(result.current[0]).toBe('table');
  expect(use().result.current[0]).toBe('table');
});

it('does not trust what is stored', () => {
  window.localStorage.setItem('hindsight.preference.shown', 'nonsense');
  expect(use().result.current[0]).toBe('cards');
});

it('works without storage', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { result } = use();
  act(() => result.current[1]('table'));
  expect(result.current[0]).toBe('table');
});
