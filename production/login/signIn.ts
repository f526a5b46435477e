/** Signs in without a browser, for load tests: follows the code flow, submits the provider's form, keeps the cookies. */

/** Cookies by host, like in a browser, but without paths and expiry. */
class Jar {
  private readonly hosts = new Map<string, Map<string, string>>();

  take(url: URL, answer: Response): void {
    const jar = this.hosts.get(url.host) ?? new Map<string, string>();
    this.hosts.set(url.host, jar);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  }

  header(url: URL): string {
    return [...(this.hosts.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

export interface SignedIn {
  /** Headers of a browser request: cookies, and the CSRF headers that writes need. */
  headers: Record<string, string>;
}

const MOST_STEPS = 12;

/**
 * @param send replacement for `fetch`.
 * @throws Error when the flow does not end at the dashboard.
 */
export async function signIn(
  origin: string,
  email: string,
  password: string,
  send: (url: URL, init: RequestInit) => Promise<Response> = fetch,
): Promise<SignedIn> {
  const jar = new Jar();
  let url = new URL('/oauth2/start?rd=%2Fhealthz', origin);
  let body: URLSearchParams | undefined;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const answer: Response = await send(url, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { cookie: jar.header(url), accept: 'text/html' },
    });
    jar.take(url, answer);
    body = undefined;
    const location = answer.headers.get('location');
    if (location) url = new URL(location, url);
    else if (url.pathname.includes('/interaction/') && answer.status === 200)
      body = new URLSearchParams({ email, password });
    else if (url.origin === origin && answer.ok) {
      const cookie = jar.header(url);
      const token = /_oauth2_proxy_csrf=([^;]+)/.exec(cookie)?.[1] ?? '';
      return { headers: { cookie, origin, 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' } };
    } else throw new Error(`The sign-in stopped at ${url.href} with ${answer.status}.`);
  }
  throw new Error('The sign-in redirects in a loop.');
}
