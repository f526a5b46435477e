/** Subresource integrity hashes, the format that browsers and the registry use. */
import { createHash } from 'node:crypto';

/** `sha384-…` in base64. */
export const computeIntegrity = (bytes: string | Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
