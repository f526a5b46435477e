/** Opens the store given to a command. */
import path from 'node:path';
import { folderStore } from './folderStore';
import { s3Store } from './s3Store';
import type { Store } from './store';

/** Default store: a folder of this clone that is never committed. */
export const DEFAULT_STORE = 'var/releases';

type Environment = Record<string, string | undefined>;

function bucketFrom(address: URL, env: Environment): Store {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed to write to a bucket.');
  }
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const named = ['S3_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find(
    (name) => env[name] !== undefined,
  );
  const endpoint = named ? env[named]! : `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new Error(
      `${named ?? 'AWS_REGION'} must be an address like https://s3.example.org, not "${endpoint}". Leave it out for Amazon’s.`,
    );
  }
  return s3Store({
    bucket: address.hostname,
    prefix: address.pathname.replace(/^\/|\/$/g, ''),
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  });
}

/**
 * @param target `s3://bucket/prefix`, or a folder relative to the working directory.
 * @throws Error with one sentence when an address is invalid or credentials are missing.
 */
export function openStore(target: string, env: Environment = process.env): Store {
  if (/^s3:\/\//.test(target)) {
    if (!URL.canParse(target) || !new URL(target).hostname) {
      throw new Error(`"${target}" names no bucket. Use s3://bucket/prefix.`);
    }
    return bucketFrom(new URL(target), env);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) {
    throw new Error(`Releases go to a folder or to s3://bucket/prefix, not to "${target}".`);
  }
  return folderStore(path.resolve(env.INIT_CWD ?? process.cwd(), target));
}
