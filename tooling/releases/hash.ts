/** Subresource integrity: the form in which browsers and the registry name a file's content. */
import { createHash } from 'node:crypto';

/** `sha384-…` in base 64. */
export const computeIntegrity = (bytes: string | Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
