import { createInstance } from '@module-federation/runtime';
import { freshShares } from './freshShares';

/** One shared entry point whose file is missing once. */
function sharing(plugins: (typeof freshShares)[]) {
  const get = jest
    .fn<Promise<() => unknown>, []>()
    .mockRejectedValueOnce(new Error('dialog.js could not be fetched'))
    .mockResolvedValue(() => 'the entry point');
  const instance = createInstance({
    name: `host-${plugins.length}`,
    remotes: [],
    plugins,
    shared: {
      dialog: {
        version: '1.0.0',
        scope: 'default',
        get,
        shareConfig: { singleton: true, requiredVersion: '^1.0.0' },
      },
    },
  });
  return { get, load: () => instance.loadShare<string>('dialog') };
}

it('asks again for a shared module whose file was missing', async () => {
  const { get, load } = sharing([freshShares]);
  await expect(load()).rejects.toThrow('dialog.js could not be fetched');
  const factory = await load();
  expect(factory && factory()).toBe('the entry point');
  expect(get).toHaveBeenCalledTimes(2);
});

it('asks once for both of two that wait', async () => {
  const { get, load } = sharing([freshShares]);
  await Promise.allSettled([load(), load()]);
  expect(get).toHaveBeenCalledTimes(1);
});

it('is needed: the runtime by itself remembers the failure', async () => {
  const { get, load } = sharing([]);
  await expect(load()).rejects.toThrow();
  await expect(load()).rejects.toThrow('dialog.js could not be fetched');
  expect(get).toHaveBeenCalledTimes(1);
});
