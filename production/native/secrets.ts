/** Secrets of one native stack: generated at its start and passed as files, like in the compose file. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const newSecret = () => randomBytes(24).toString('hex');

/** Writes each value to a file; returns the `NAME_FILE` variables that point to the files. */
export function secretFiles(folder: string, values: Record<string, string>): Record<string, string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const file = path.join(folder, name.toLowerCase());
      writeFileSync(file, `${value}\n`, { mode: 0o600 });
      return [`${name}_FILE`, file];
    }),
  );
}
