/**
 * An OAuth client based on the SDK's client, and the browser of the person who approves it; both connect through a simulated edge proxy.
 */
import { randomUUID } from 'node:crypto';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FastifyInstance } from 'fastify';
import { APP_ORIGIN, ids, ownPage } from './testApp';

export const MCP_URL = `${APP_ORIGIN}/api/mcp`;
export const CALLBACK = 'http://127.0.0.1:41999/callback';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  payload?: string;
}

/** Forwards a request like the edge proxy: strips the API prefix, passes OAuth and metadata paths unchanged. */
export function forwardThroughEdge(
  app: FastifyInstance,
  address: string | URL,
  { method = 'GET', ...sent }: Sent = {},
) {
  const { pathname, search } = new URL(address, APP_ORIGIN);
  const url = pathname.replace(/^\/api(?=\/)/, '') + search;
  return app.inject({ method: method as 'GET', url, ...sent });
}

/** The client's `fetch`. */
export function edgeFetch(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const { body, method = 'GET' } = init;
    const text = body instanceof URLSearchParams ? body.toString() : (body as string | undefined);
    if (body instanceof URLSearchParams) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const sent = { method, headers, ...(text !== undefined && { payload: text }) };
    const answer = await forwardThroughEdge(app, input as URL, sent);
    const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const isEmpty = [204, 304].includes(answer.statusCode);
    return new Response(isEmpty ? null : answer.payload, { status: answer.statusCode, headers: pairs });
  };
}

/** A browser at the public origin: keeps cookies by path, and follows redirects within the origin. */
export function openBrowser(app: FastifyInstance) {
  const jar = new Map<string, { value: string; path: string }>();
  async function send(address: string, { headers = {}, ...sent }: Sent = {}) {
    const { pathname } = new URL(address, APP_ORIGIN);
    const kept = [...jar].filter(([, { path }]) => `${pathname}/`.startsWith(path.replace(/\/?$/, '/')));
    const cookie = [headers['cookie'], ...kept.map(([name, { value }]) => `${name}=${value}`)];
    const answer = await forwardThroughEdge(app, address, {
      ...sent,
      headers: { ...headers, cookie: cookie.filter(Boolean).join('; ') },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, { value, path: /; path=([^;]*)/i.exec(line)?.[1] ?? '/' });
    }
    return answer;
  }
  return {
    /** Follows redirects. @returns the final response and its URL, or the first URL outside of the service. */
    async open(address: string) {
      let at = address;
      for (;;) {
        const answer = await send(at, { headers: { accept: 'text/html' } });
        const { location } = answer.headers;
        if (location === undefined) return { answer, at };
        at = new URL(location, APP_ORIGIN).href;
        if (!at.startsWith(`${APP_ORIGIN}/oauth/`) && !at.startsWith(`${APP_ORIGIN}/api/`))
          return { answer, at };
      }
    },
    /** Calls the API as a person on a dashboard page. */
    call: (method: 'GET' | 'POST', path: string, email: string | null, body?: unknown, headers = {}) =>
      send(`${APP_ORIGIN}/api${path}`, {
        method,
        headers: {
          ...ownPage(email),
          // Like the dashboard, which sends a key with each write.
          ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** Default approval: an agent of Alpha. */
export const APPROVAL = { organization_id: ids.alphaOrg, agent_id: ids.agent(1), scopes: ['read', 'write'] };

/** Opens an authorization request. @returns the id passed to the approval page. */
export async function requestId(browser: Browser, authorizationUrl: string): Promise<string> {
  const { at, answer } = await browser.open(authorizationUrl);
  const id = new URL(at).searchParams.get('request');
  if (id === null) throw new Error(`No approval page: ${answer.statusCode} ${answer.body}`);
  return id;
}

/** Approves as a person. @returns the URL that the client's browser is redirected to. */
export async function approve(browser: Browser, id: string, email: string, approval: object = APPROVAL) {
  const answer = await browser.call('POST', `/oauth/requests/${id}/approve`, email, approval);
  if (answer.statusCode !== 200) throw new Error(`Not approved: ${answer.statusCode} ${answer.body}`);
  return (await browser.open((JSON.parse(answer.body) as { redirect_to: string }).redirect_to)).at;
}

/** An OAuth client with separate storage. */
function oauthProgram(app: FastifyInstance, metadata: object = {}) {
  const kept: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    url?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Test agent',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...metadata,
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  };
  const fetchFn = edgeFetch(app);
  return {
    kept,
    provider,
    /** Registers and starts a sign-in. @returns the URL to open. */
    async ask(): Promise<string> {
      await auth(provider, { serverUrl: MCP_URL, fetchFn });
      if (!kept.url) throw new Error('The program did not ask for a sign-in.');
      return kept.url.href;
    },
    /** Exchanges the code of the callback for tokens. */
    async finish(callback: string): Promise<void> {
      const authorizationCode = new URL(callback).searchParams.get('code');
      if (authorizationCode === null) throw new Error(`No code: ${callback}`);
      await auth(provider, { serverUrl: MCP_URL, authorizationCode, fetchFn });
    },
    async connect() {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const options = { authProvider: provider, fetch: fetchFn };
      await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), options) as never);
      return client;
    },
  };
}

/** A client that a person has approved. */
export async function signedIn(app: FastifyInstance, email: string, approval?: object) {
  const program = oauthProgram(app);
  const browser = openBrowser(app);
  const id = await requestId(browser, await program.ask());
  await program.finish(await approve(browser, id, email, approval));
  return program;
}

/** Preloads the library: it logs a warning on Node 20, which the images do not use. */
export async function loadLibrary(): Promise<void> {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  await import('oidc-provider');
  warn.mockRestore();
}
