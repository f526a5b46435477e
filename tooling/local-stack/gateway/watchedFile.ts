/** Reads a file again only when it changed, and keeps the last good reading when a new one is broken. */
import { readFile, stat } from 'node:fs/promises';

/**
 * @param parse turns the text into a value; throws when the text is not valid.
 * @param complain told once per broken version of the file.
 */
export function watchedFile<T>(
  file: string,
  parse: (text: string) => T,
  complain: (problem: string) => void,
) {
  let seen = '';
  let value: T | null = null;
  return async function read(): Promise<T | null> {
    let stamp: string;
    try {
      const { mtimeMs, size, ino } = await stat(file);
      stamp = `${mtimeMs}-${size}-${ino}`;
    } catch (error) {
      stamp = `missing: ${(error as Error).message}`;
    }
    if (stamp === seen) return value;
    seen = stamp;
    try {
      value = parse(await readFile(file, 'utf8'));
    } catch (error) {
      complain(`${file} cannot be used, the last good one stays: ${(error as Error).message}`);
    }
    return value;
  };
}
