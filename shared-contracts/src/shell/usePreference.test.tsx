import { act, renderHook } from '@testing-library/react';
import { useChoices, usePreference } from './usePreference';

const useShown = () => usePreference('shown', ['cards', 'table']);
const use = () => renderHook(useShown);

afterEach(() => jest.restoreAllMocks());

it('starts with the first choice and remembers another', () => {
  const { result } = use();
  expect(result.current[0]).toBe('cards');
  act(() => result.current[1]('table'));
  expect(result.current[0]).toBe('table');
  expect(use().result.current[0]).toBe('table');
});

it('ignores an invalid stored value', () => {
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

describe('several choices', () => {
  const useColumns = () => useChoices('columns', ['agent', 'age', 'id'], ['agent', 'age']);
  const columns = () => renderHook(useColumns);

  it('starts with the fallback and remembers other choices, including none', () => {
    const { result } = columns();
    expect(result.current[0]).toEqual(['agent', 'age']);
    act(() => result.current[1](['id', 'agent']));
    expect(result.current[0]).toEqual(['id', 'agent']);
    expect(columns().result.current[0]).toEqual(['agent', 'id']);
    act(() => result.current[1]([]));
    expect(columns().result.current[0]).toEqual([]);
  });

  it('omits stored values that are no longer choices', () => {
    window.localStorage.setItem('hindsight.preference.columns', 'id,nonsense');
    expect(columns().result.current[0]).toEqual(['id']);
  });
});
