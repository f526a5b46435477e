/** Spares answers that the page has: a service names them by tags, and says of a known one only that it is still right. */
import { isWrite } from './request';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The lists that a person goes back and forth between. */
const MAX_ANSWERS = 20;

/** Asks with the tag of the last answer to the same question; in its place comes that answer, with the headers of the new one. */
export function createTaggedFetch(fetch: Fetch): Fetch {
  const answers = new Map<string, { tag: string; text: string }>();

  return async (url, init) => {
    // Another origin would have to be asked whether it takes the header.
    if (isWrite(init.method) || !url.startsWith('/')) return fetch(url, init);
    const headers = new Headers(init.headers);
    const key = JSON.stringify([url, headers.get('Prefer')]);
    const known = answers.get(key);
    if (known) headers.set('If-None-Match', known.tag);
    const response = await fetch(url, known ? { ...init, headers } : init);
    if (response.status === 304 && known) return new Response(known.text, { headers: response.headers });
    const tag = response.headers.get('ETag');
    answers.delete(key);
    if (response.status !== 200 || !tag) return response;
    const text = await response.text();
    answers.set(key, { tag, text });
    const [oldest] = answers.keys();
    if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
    return new Response(text, { headers: response.headers });
  };
}
