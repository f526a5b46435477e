/** Ed25519 signatures with Node's crypto: keys in PEM files, public keys as one line of base64. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A private key for the duration of a command. It never leaves this object. */
export interface SigningKey {
  id: string;
  publicKey: string;
  /** @returns the signature in base64. */
  sign(bytes: Buffer): string;
}

const toText = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

/** Short id of a key in messages and the audit log: the start of its public key's hash. */
const keyId = (publicKey: string) =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`its type is ${key.asymmetricKeyType}, not ed25519`);
  return key;
}

function signingKey(key: KeyObject): SigningKey {
  const publicKey = toText(createPublicKey(key));
  return { id: keyId(publicKey), publicKey, sign: (bytes) => sign(null, bytes, key).toString('base64') };
}

/** Generates a key, and returns its private part as PEM. */
export function newKey(): { key: SigningKey; pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: signingKey(privateKey), pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

/**
 * @param file PEM, e.g. from `releases keys create` or `openssl genpkey -algorithm ed25519`.
 * @throws Error with one sentence that reveals nothing of the file's content.
 */
function readSigningKey(file: string): SigningKey {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The key ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  try {
    return signingKey(ed25519(createPrivateKey(pem)));
  } catch {
    const kind = /^-----BEGIN PUBLIC KEY/.test(pem)
      ? 'It is a public key.'
      : 'It must be a PEM file without a passphrase.';
    throw new Error(`${file} isn’t a private ed25519 key. ${kind}`);
  }
}

/**
 * @param text one line as printed by `releases keys create`, or PEM.
 * @throws Error when it isn’t a public ed25519 key.
 */
export function publicKeyFrom(text: string): { id: string; publicKey: string } {
  if (text.includes('PRIVATE KEY'))
    throw new Error('This is a private key, which only its holder may have. Pass the public key.');
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' });
    const publicKey = toText(ed25519(key));
    return { id: keyId(publicKey), publicKey };
  } catch {
    throw new Error(`"${text.trim()}" isn’t a public ed25519 key. It looks like MCowBQYDK2VwAyEA….`);
  }
}

/** Whether the signature of these bytes matches the public key. */
export function isSigned(publicKey: string, bytes: Buffer, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, bytes, key, Buffer.from(signature, 'base64'));
}

/** The signing key of a command: from the file of `--key`, else of RELEASES_KEY_FILE. */
export function loadSigningKey(
  option: string | undefined,
  env: Record<string, string | undefined> = process.env,
): SigningKey | undefined {
  const file = option ?? env.RELEASES_KEY_FILE?.trim();
  return file ? readSigningKey(path.resolve(env.INIT_CWD ?? process.cwd(), file)) : undefined;
}
