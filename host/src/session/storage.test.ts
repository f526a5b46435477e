import { browserStorage } from './storage';

it('keeps, reads and removes', () => {
  expect(browserStorage.write('k', 'v')).toBe(true);
  expect(browserStorage.read('k')).toBe('v');
  expect(browserStorage.write('k', null)).toBe(true);
  expect(browserStorage.read('k')).toBeNull();
});

it('only forgets when the browser forbids or is full', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect(browserStorage.read('k')).toBeNull();
  expect(browserStorage.write('k', 'v')).toBe(false);
});
