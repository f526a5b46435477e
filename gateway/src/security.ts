/** The security headers of every page: what a document of this origin may load, run and be embedded in. */

interface Policy {
  /** Origins of the remotes, for their scripts, styles, fonts and fetches. */
  remoteOrigins: string[];
  /** Further origins a page may call, e.g. the service itself on a developer's machine. */
  connectOrigins: string[];
  /** A page of `pnpm dev`: its builds bring their own script loaders, and none of its files has a hash. */
  isDevelopment?: boolean;
}

/** Content-Security-Policy of the dashboard: no eval, no inline script, no style element. */
export function contentSecurityPolicy({
  remoteOrigins,
  connectOrigins,
  isDevelopment = false,
}: Policy): string {
  const remotes = remoteOrigins.join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${remotes}`,
    `style-src 'self' ${remotes}`,
    `connect-src 'self' ${[...remoteOrigins, ...connectOrigins].join(' ')}`,
    "img-src 'self' data:",
    `font-src 'self' ${remotes}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Scripts run only from release URLs; markup is refused (host/src/federation/scriptPolicy.ts).
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
    'report-uri /csp-report',
  ].join('; ');
}

/** For the gateway's own pages, which need one style sheet and one form. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Sent with every response of the gateway. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
