/** The service URL and secrets as the guide displays them. */

/** Absolute service URL from the configured base, which may be a path of this site. */
export function resolveServiceUrl(apiBase: string, origin: string): string {
  return new URL(apiBase, origin).toString().replace(/\/$/, '');
}

/** Secret shortened for display: its public beginning and its end. */
export function shortenSecret(secret: string): string {
  return `${secret.slice(0, 15)}…${secret.slice(-4)}`;
}
