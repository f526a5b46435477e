/** `pnpm production:secrets`: generates the secrets that docker-compose.yml passes to the containers. Never overwrites existing ones. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSync } from 'bcryptjs';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

const DATABASE = 'hindsight';
const HASH_ROUNDS = 12;

/** Every secret by file name. */
export function newSecrets(): Record<string, string> {
  const password = hex(24);
  const firstPerson = hex(12);
  const publisher = { accessKey: hex(10), secretKey: hex(20) };
  const url = (host: string) => `postgres://${DATABASE}:${password}@${host}/${DATABASE}`;
  return {
    postgres_password: hex(24),
    database_password: password,
    database_url: url('pgbouncer:6432'),
    database_direct_url: url('postgres:5432'),
    pgbouncer_users: `"${DATABASE}" "${password}"`,
    gateway_secret: hex(32),
    token_pepper: hex(32),
    oidc_client_secret: hex(24),
    session_secret: hex(32),
    operator_token: hex(24),
    first_person_password: firstPerson,
    first_person_password_hash: hashSync(firstPerson, HASH_ROUNDS),
    s3_identities: JSON.stringify({
      identities: [
        // Releases are public files, including the registry.
        { name: 'anonymous', actions: ['Read:releases'] },
        {
          name: 'publisher',
          credentials: [publisher],
          actions: ['Read', 'Write', 'List', 'Tagging', 'Admin'],
        },
      ],
    }),
    s3_publisher: `AWS_ACCESS_KEY_ID=${publisher.accessKey}\nAWS_SECRET_ACCESS_KEY=${publisher.secretKey}`,
  };
}

/**
 * Writes all secrets, or none when the folder already contains some: a partial set would not match the rest.
 * @returns whether they were written.
 */
export function writeSecrets(folder: string): boolean {
  if (existsSync(path.join(folder, 'database_password'))) return false;
  // Only the folder is closed; its files are mounted one by one into containers that run under other user ids.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // For installation-specific secrets: mail server, language model.
  mkdirSync(path.join(folder, 'own'), { recursive: true });
  for (const [name, value] of Object.entries(newSecrets())) {
    writeFileSync(path.join(folder, name), value, { mode: 0o644 });
  }
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../var/secrets/', import.meta.url));
  const lines = writeSecrets(folder)
    ? [
        `Secrets are in ${folder}`,
        'The first person signs in with the password in first_person_password; releases are published with the keys in s3_publisher.',
      ]
    : [`${folder} already contains secrets, which were kept.`];
  console.log(lines.join('\n'));
}
