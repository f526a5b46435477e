/** Documentation page of all endpoints with their parameters, rendered on the server without scripts or external files. */
import { createHash } from 'node:crypto';
import { endpoints } from '@hindsight/shared-contracts/api';
import type { EndpointSchemas } from '@hindsight/shared-contracts/api';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code{font-size:.9em}h2{margin-top:2rem}dt{font-weight:600;margin-top:1rem}dd{margin:0}small{opacity:.75}`;

/** Allows the page to load only its own style. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

function entry(key: string, schemas: EndpointSchemas): string {
  const parameters = Object.keys(schemas.query?.shape ?? {});
  const known = parameters.length > 0 ? `<br><small>Query: ${escaped(parameters.join(', '))}</small>` : '';
  return `<dt><code>${escaped(key)}</code></dt><dd>${escaped(schemas.summary)}${known}</dd>`;
}

/** Renders the page as HTML. */
export function docsPage(): string {
  const groups = new Map<string, string[]>();
  for (const [key, schemas] of Object.entries<EndpointSchemas>(endpoints)) {
    const group = key.split(' ')[1]?.split('/')[1] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), entry(key, schemas)]);
  }
  const sections = [...groups].map(
    ([group, entries]) => `<h2>${escaped(group)}</h2><dl>${entries.join('')}</dl>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Memory service API</title><style>${STYLE}</style></head><body><h1>Memory service</h1>
<p>All endpoints of the service. The machine-readable description with all schemas is <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).
Programs send <code>Authorization: Bearer</code> with a personal access token. Errors are <code>{"detail": …}</code>.</p>
${sections.join('\n')}</body></html>`;
}
