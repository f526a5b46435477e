/** Pages that the service serves without the dashboard: a title, a few sentences, no scripts. */

/** Content-Security-Policy for such a page. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** @param inner markup whose text is already escaped. */
export const plainPage = (title: string, inner: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><meta name="referrer" content="same-origin"><title>${title} - Hindsight</title>` +
  `<style>:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}main{max-width:32rem;margin:12vh auto;padding:0 1rem}` +
  `button{padding:.6rem 1.2rem;font:inherit;font-weight:600}</style></head><body><main><h1>${title}</h1>${inner}</main></body></html>`;
