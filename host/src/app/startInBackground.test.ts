import { startInBackground } from './startPage';

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function connect(): Promise<void> {
  window.dispatchEvent(new Event('online'));
  await settle();
}

it('starts a task once', async () => {
  const task = jest.fn(async () => undefined);
  startInBackground(task);
  expect(task).toHaveBeenCalledTimes(1);
  await settle();
  await connect();
  expect(task).toHaveBeenCalledTimes(1);
});

it('reports what a lost connection cut off, and starts it again when the connection is back', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation();
  const task = jest.fn(async () => undefined).mockRejectedValueOnce(new Error('Loading chunk 805 failed.'));
  startInBackground(task);
  await settle();
  expect(warned.mock.calls).toEqual([[expect.stringContaining('Loading chunk 805 failed.')]]);
  await connect();
  await connect();
  expect(task).toHaveBeenCalledTimes(2);
});
