/** Reads secrets from files: `NAME_FILE` names a file with the value of `NAME`, as container platforms provide secrets. */
import { readFileSync } from 'node:fs';
import { StartupError } from './startupError';

type Environment = Readonly<Record<string, string | undefined>>;

/** All variables that are, or may contain, a secret. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'GATEWAY_SECRET',
  'TOKEN_PEPPER',
  'SMTP_URL',
  'LLM_API_KEY',
  'EMBEDDINGS_API_KEY',
] as const;

/**
 * Returns the environment with the secrets from files.
 * @throws StartupError with one sentence when a secret is set twice, or its file is unreadable or empty.
 */
export function withSecretFiles(env: Environment): Environment {
  const found = SECRETS.flatMap((name) => {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) return [];
    if (env[name]?.trim()) throw new StartupError(`Set ${name} or ${name}_FILE, not both.`);
    return [[name, secretIn(file, `${name}_FILE`)] as const];
  });
  return { ...env, ...Object.fromEntries(found) };
}

function secretIn(file: string, variable: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartupError(`${variable} points to ${file}, which can’t be read (${reason}).`);
  }
  if (text === '') throw new StartupError(`${variable} points to ${file}, which is empty.`);
  return text;
}
