import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../testing/testDatabase';
import { lockFolder as lock } from './folderLock';

const onLost = jest.fn();
const lockFolder = (where: string, system?: string) => lock(where, { onLost, system, leaseMs: 100 });

let folder: string;
const lockFile = () => path.join(folder, 'service.lock');

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('rejects a folder with a living owner, and names the folder and the variable', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.`,
  );
  unlock();
  expect(existsSync(lockFile())).toBe(false);
  (await lockFolder(folder))();
});

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1 })],
  ['of another process that had this pid', JSON.stringify({ pid: process.pid, startedAt: '1' })],
  ['that cannot be read', '{'],
])('takes over a lock %s', async (_name, text) => {
  writeFileSync(lockFile(), text);
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow('is in use by process');
  unlock();
});

test('does not release the lock of a successor', async () => {
  const unlock = await lockFolder(folder);
  writeFileSync(lockFile(), JSON.stringify({ pid: 1 }));
  unlock();
  expect(existsSync(lockFile())).toBe(true);
});

test('respects the owner in another container only while it renews its lock', async () => {
  const foreign = { pid: 1, host: 'other', system: 'of another container' };
  writeFileSync(lockFile(), JSON.stringify(foreign));
  let second = 0;
  const renewal = setInterval(() => utimesSync(lockFile(), (second += 1), second), 10);
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by process 1 of other. Stop that process`,
  );
  clearInterval(renewal);
  const unlock = await lockFolder(folder);
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  unlock();
});

test('notifies an owner whose lock was taken', async () => {
  jest.useFakeTimers();
  const unlock = await lockFolder(folder);
  await jest.advanceTimersByTimeAsync(5000);
  expect(onLost).not.toHaveBeenCalled();
  writeFileSync(lockFile(), JSON.stringify({ pid: 1 }));
  await jest.advanceTimersByTimeAsync(5000);
  expect(onLost).toHaveBeenCalledTimes(1);
  unlock();
  jest.useRealTimers();
});
