/** Writes files that others read at any moment. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A reader sees the old file or the new one, never half of one. */
export async function replaceFile(file: string, bytes: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}
