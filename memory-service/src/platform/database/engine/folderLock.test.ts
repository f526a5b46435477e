import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../testing/testDatabase';
import { lockFolder } from './folderLock';

let folder: string;
const lockFile = () => path.join(folder, 'service.lock');

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a living owner keeps the folder, and the sentence names it and the variable', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.`,
  );
  unlock();
  expect(existsSync(lockFile())).toBe(false);
  lockFolder(folder)();
});

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1 })],
  ['of another process that had this pid', JSON.stringify({ pid: process.pid, startedAt: '1' })],
  ['that cannot be read', '{'],
])('a lock %s is taken over', (_name, text) => {
  writeFileSync(lockFile(), text);
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow('is in use by process');
  unlock();
});

test('letting go leaves the lock of a successor alone', () => {
  const unlock = lockFolder(folder);
  writeFileSync(lockFile(), JSON.stringify({ pid: 1 }));
  unlock();
  expect(existsSync(lockFile())).toBe(true);
});
