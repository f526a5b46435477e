/** Secrets from files: `NAME_FILE` names a file that holds the value of `NAME`, as container platforms hand secrets over. */
import { readFileSync } from 'node:fs';
import { StartupError } from './startupError';

type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable that is, or may carry, a secret. */
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
 * The environment with the secrets of its files.
 * @throws StartupError with one sentence when a secret is given twice, or its file cannot be read or is empty.
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
    throw new StartupError(`${variable} names ${file}, which cannot be read (${reason}).`);
  }
  if (text === '') throw new StartupError(`${variable} names ${file}, which is empty.`);
  return text;
}
