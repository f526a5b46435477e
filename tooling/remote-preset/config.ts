/** Configuration of a remote in a separate repository: `remote.config.json` and its package.json. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const CONFIG_FILE = 'remote.config.json';

const RemoteConfig = z.strictObject({
  $schema: z.string().optional(),
  /** Short name, as in the descriptor. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
      'must contain only lowercase letters, digits and hyphens, e.g. reports',
    ),
  /** Release store: a folder, relative to this file, or s3://bucket/prefix. */
  releases: z.string().min(1).optional(),
  /** Public URL of the store. */
  publicUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** The host that `dev` opens. */
  host: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).default('http://localhost:3000'),
  /** Port of `dev`. */
  port: z.int().min(1).max(65535).default(3100),
  /** Another bundler instead of the preset's webpack: its command, and its output folder. */
  build: z.strictObject({ command: z.string().min(1), folder: z.string().min(1).default('dist') }).optional(),
});

export type RemoteConfig = z.infer<typeof RemoteConfig> & {
  /** Root of the repository. */
  root: string;
  /** Version in its package.json. */
  version: string;
};

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${path.basename(file)} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * @param root folder with the file.
 * @throws Error with one sentence that names the file and the problem.
 */
export function readConfig(root: string): RemoteConfig {
  const file = path.join(root, CONFIG_FILE);
  if (!existsSync(file))
    throw new Error(`There is no ${CONFIG_FILE} in ${root}. Run hindsight-remote in the folder of a remote.`);
  const read = RemoteConfig.safeParse(readJson(file));
  if (!read.success) {
    const wrong = read.error.issues.map(({ path: at, message }) => [...at, message].join(': '));
    throw new Error(`${CONFIG_FILE}: ${wrong.join('; ')}.`);
  }
  const { version = '0.0.0' } = readJson(path.join(root, 'package.json')) as { version?: string };
  return { ...read.data, root, version };
}
