/** A small OpenID Connect provider that replaces the compose file's Dex: a real authorization code flow with PKCE and a password. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { type Account, accountFor } from './accounts';

export interface ProviderOptions {
  port: number;
  /** Listening address; loopback by default. */
  host?: string;
  /** Issuer URL as seen by browsers and the gateway; its path is the mount point. */
  issuer?: string;
  accounts: readonly Account[];
  client: { id: string; secret: string; redirectUri: string };
}

const FORM_BYTES = 4096;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const formPage = (problem: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Sign in</title></head><body><main><h1>Sign in</h1>${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post">
<p><label>Email <input name="email" type="email" required autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password" required autocomplete="current-password"></label></p>
<p><button>Continue</button></p></form></main></body></html>`;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_BYTES) throw new Error('The form is too large.');
  }
  return new URLSearchParams(text);
}

function configuration({ accounts, client }: ProviderOptions, mount: string): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'only' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Includes the email in the ID token, as Dex does.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `${mount}/interaction/${interaction.uid}` },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, sub) =>
      accounts.some(({ email }) => email === sub)
        ? { accountId: sub, claims: () => ({ sub, email: sub, email_verified: true }) }
        : undefined,
    // The only client is our own, so no consent is needed to share the email.
    loadExistingGrant: async (context: KoaContextWithOIDC) => {
      const { client: asking, session, provider } = context.oidc;
      if (!asking || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
}

/** Resolves when it listens; the issuer defaults to `http://127.0.0.1:<port>`. */
export async function startProvider(options: ProviderOptions): Promise<Server> {
  const issuer = options.issuer ?? `http://127.0.0.1:${options.port}`;
  const mount = new URL(issuer).pathname.replace(/\/$/, '');
  const provider = new Provider(issuer, configuration(options, mount));
  const answer = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await provider.interactionDetails(request, response);
    const show = (status: number, problem = '') =>
      response
        .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
        .end(formPage(problem));
    if (request.method !== 'POST') {
      show(200);
      return;
    }
    const form = await readForm(request);
    const account = accountFor(options.accounts, form.get('email') ?? '', form.get('password') ?? '');
    if (!account) {
      show(401, 'Wrong email or password.');
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: account.email } });
  }

  const server = createServer((request, response) => {
    // Requests below the mount path are served as if unmounted; the library derives the mount from the original URL.
    Object.assign(request, { originalUrl: request.url });
    // Endpoint URLs always use the issuer's host, regardless of the address used to connect.
    request.headers.host = new URL(issuer).host;
    if (request.url?.startsWith(`${mount}/`)) request.url = request.url.slice(mount.length);
    if (!request.url?.startsWith('/interaction/')) {
      void answer(request, response);
      return;
    }
    interact(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400).end('This sign-in has ended. Start again.\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port, options.host ?? '127.0.0.1', resolve));
  return server;
}
