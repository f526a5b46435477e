import { readRelease } from '.';

const pointer = {
  version: '1.1.0',
  url: 'https://files.test/memory/1.1.0/release.json',
  integrity: 'sha384-x',
};
const file = {
  version: '1.1.0',
  entry: 'remoteEntry.js',
  container: 'remote_memory',
  parts: {},
  integrity: {},
  builtAt: '2026-01-01T00:00:00.000Z',
  descriptor: {
    name: 'memory',
    displayName: 'Memory',
    contracts: '^1.0.0',
    needs: [],
    routes: [],
    slots: [],
  },
};

it('derives the address from the folder of the file, not from its content', () => {
  const release = readRelease(pointer, { ...file, baseUrl: 'https://elsewhere.test/' });
  expect(release).toEqual({ ...file, baseUrl: 'https://files.test/memory/1.1.0/' });
});

it('refuses the description of another version', () => {
  expect(() => readRelease(pointer, { ...file, version: '1.2.0' })).toThrow(
    'https://files.test/memory/1.1.0/release.json describes 1.2.0, not 1.1.0.',
  );
});

it.each([null, 'text', []])('refuses %j', (value) => {
  expect(() => readRelease(pointer, value)).toThrow();
});
