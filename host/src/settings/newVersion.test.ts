import { ASK_EVERY, createNewVersion } from './newVersion';

let served: string;
let asked: string[];

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  served = '<script src="/assets/unbuilt/main.1.js"></script>';
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(String(input));
    return new Response(served);
  });
});
afterEach(() => jest.useRealTimers());

it.each<[string, () => void, boolean]>([
  ['the same build', () => undefined, false],
  ['another host', () => (served = '<script src="/assets/2.0.0/main.1.js"></script>'), true],
  ['a page that is none', () => (served = 'down for maintenance'), false],
])('tells %s', async (_name, change, expected) => {
  const version = createNewVersion();
  change();
  await version.check();
  expect(version.get()).toBe(expected);
});

it('has nothing to say when the server is away', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('gone'));
  const version = createNewVersion();
  await version.check();
  expect(version.get()).toBe(false);
});

it('looks on a return to the tab, but not too often', async () => {
  const version = createNewVersion();
  const stop = version.start();
  const comeBack = async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
  };
  await comeBack();
  expect([ASK_EVERY, asked.length]).toEqual([300_000, 0]);
  jest.advanceTimersByTime(ASK_EVERY);
  await comeBack();
  await comeBack();
  expect(asked).toEqual(['/']);
  stop();
});
