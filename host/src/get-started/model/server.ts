/** The service and its secrets as the guide shows them. */

/** The absolute address of the service out of the configured base, which may be a path of this site. */
export function resolveServiceUrl(apiBase: string, origin: string): string {
  return new URL(apiBase, origin).toString().replace(/\/$/, '');
}

/** A secret as a screen may show it: its public beginning and its end. */
export function shortenSecret(secret: string): string {
  return `${secret.slice(0, 15)}…${secret.slice(-4)}`;
}
