/** Re-reads a file only when it changed, and keeps the last good version when a new one is broken. */
import { readFile, stat } from 'node:fs/promises';

/**
 * @param parse parses the text; throws when it is not valid.
 * @param complain called once per broken version of the file.
 */
export function watchedFile<T>(
  file: string,
  parse: (text: string) => T,
  complain: (problem: string) => void,
) {
  let seen = '';
  let value: T | null = null;
  let problem: string | null = null;
  let missing = false;
  /** Load of the newest version; concurrent calls await it instead of returning the older value. */
  let reading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    try {
      value = parse(await readFile(file, 'utf8'));
      problem = null;
      missing = false;
    } catch (error) {
      missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      problem = missing ? 'Its file is missing on the server.' : 'Its file on the server is broken.';
      complain(`${file} can’t be used; keeping the last good one: ${(error as Error).message}`);
    }
  }

  async function read(): Promise<T | null> {
    const stamp = await stat(file).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs}-${size}-${ino}`,
      (error: Error) => `missing: ${error.message}`,
    );
    if (stamp !== seen) {
      seen = stamp;
      reading = load();
    }
    await reading;
    return value;
  }
  return {
    /** The last good version; null when there never was one. */
    read,
    /** Why the newest version cannot be used, fit for display; null when it was read. */
    problem: () => problem,
    isMissing: () => missing,
  };
}
