/**
 * OAuth authorization server for agents, based on the library `oidc-provider` (docs/adr/0550). Each of the library's accounts is a personal
 * token created by an approval, so that rights, workspace, expiry and revocation follow the rules of tokens.
 */
import { generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, Provider } from 'oidc-provider';
import type { Config } from '../../platform/config/config';
import { escapeHtml } from '../../platform/mail/escapeHtml';
import type { Database } from '../../platform/database/database';
import { deleteGrantsForToken, hashClientSecret, oauthAdapter } from './queries/oauthRecords';
import { getOrCreateState } from '../../platform/database/serviceState';
import { findToken } from '../../platform/auth/tokens';
import type { StoredToken } from '../../platform/auth/tokens';
import { cookies } from '../../platform/http/csrf';
import { PLAIN_PAGE_POLICY, plainPage } from '../../platform/http/plainPage';
import { HttpProblem } from '../../platform/http/problem';

declare module '../../platform/http/services' {
  interface Services {
    oauth: AuthorizationServer;
  }
}

const SYSTEM = { kind: 'system' } as const;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Rights that a client can request. */
export const RIGHTS = ['read', 'write'] as const;
type Right = (typeof RIGHTS)[number];

/** OpenID Connect scopes that clients request by habit. They reveal nothing: there are no claims besides `sub`. */
const OIDC_SCOPES = ['openid', 'offline_access', 'profile', 'email'];

export const COOKIES = { interaction: 'hindsight_interaction', resume: 'hindsight_resume' } as const;

/** Paths below the public origin. */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** The only resource of access tokens: MCP at the public origin. */
export const resourceUrl = ({ appBaseUrl }: Config): string => `${appBaseUrl.origin}/api/mcp`;

/** An authorization request pending a person's decision: client, redirect address and requested rights. */
export interface PendingRequest {
  id: string;
  clientId: string;
  clientName: string;
  /** Whether the client is described by a document at its id, shared by all its installations. */
  isDescribed: boolean;
  redirectUri: string;
  rights: readonly Right[];
  expiresAt: Date;
}

export interface AuthorizationServer {
  /** Handles a request to one of the library's endpoints. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Finds a pending request. @throws 404 if it was already decided or not started by the browser with these cookies. */
  pending: (id: string, cookieHeader: string | undefined) => Promise<PendingRequest>;
  /** Approves a request with a token of its owner. @returns the address that the browser opens next. */
  approve: (request: PendingRequest, tokenId: string, rights: readonly Right[]) => Promise<string>;
  deny: (request: PendingRequest) => Promise<string>;
  /** The personal token behind an MCP access token; undefined for any other text. */
  tokenBehind: (accessToken: string) => Promise<StoredToken | undefined>;
}

const newSigningKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' });
};

const isUsable = (token: StoredToken | undefined): token is StoredToken =>
  token !== undefined && token.row.status === 'active' && !token.isExpired;

async function buildConfiguration(config: Config, database: Database): Promise<Configuration> {
  const { errors } = await import('oidc-provider');
  const resource = resourceUrl(config);
  const key = await getOrCreateState(database, 'oauth_signing_key', newSigningKey);
  return {
    adapter: (kind) => oauthAdapter(database, kind),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    // Native clients: loopback addresses match on any port, all other redirect addresses must match a registered one exactly.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    // Pages of other sites cannot use MCP, so tokens would be useless to them.
    clientBasedCORS: () => false,
    cookies: { names: COOKIES },
    // Tokens live as long as the personal token behind them, not as long as a browser session.
    expiresWithSession: () => false,
    features: {
      // Codex uses only this method when it is offered, and fails if this service cannot reach the internet.
      clientIdMetadataDocument: { enabled: config.fetchesClientDocuments, ack: 'draft-02' },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo: (_context, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return { scope: RIGHTS.join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
        useGrantedResource: () => true,
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    findAccount: async (_context, tokenId) => {
      const token = await findToken(database, tokenId, 'rowId');
      return isUsable(token) ? { accountId: tokenId, claims: () => ({ sub: tokenId }) } : undefined;
    },
    // This path becomes the cookie path, so that the calls of the approval page carry the cookie.
    interactions: { url: (_context, { uid }) => `/api/oauth/requests/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [JSON.parse(key) as Record<string, string> & { kty: 'EC' }] },
    pkce: { required: () => true },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.set('content-security-policy', PLAIN_PAGE_POLICY);
      const reason = escapeHtml(description ? `${error}: ${description}` : error);
      context.body = plainPage(
        'This sign-in can’t continue',
        `<p>Start again in the program that opened this page.</p><p><code>${reason}</code></p>`,
      );
    },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: [...OIDC_SCOPES, ...RIGHTS],
    ttl: {
      AccessToken: 60 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 365 * DAY,
      IdToken: 60 * MINUTE,
      Interaction: 10 * MINUTE,
      RefreshToken: 90 * DAY,
      Session: 10 * MINUTE,
    },
  };
}

const resolveScopes = ({ scope }: { scope?: unknown }): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : [];

/** Requested rights; read and write if the client names none. */
const scopesToRights = (scopes: readonly string[]): Right[] => {
  const named = RIGHTS.filter((right) => scopes.includes(right));
  return named.length > 0 ? named : [...RIGHTS];
};

const ENDED =
  'This sign-in has ended, or was started in another browser. Start again in the program that opened this page.';

/** @param onFault is called with internal errors of the server. */
export function createAuthorizationServer(
  config: Config,
  database: Database,
  onFault: (error: unknown) => void,
): AuthorizationServer {
  const resource = resourceUrl(config);
  let made: Promise<{ provider: Provider; answer: ReturnType<Provider['callback']> }> | undefined;

  async function make() {
    const { Provider: Server } = await import('oidc-provider');
    const provider = new Server(config.appBaseUrl.origin, await buildConfiguration(config, database));
    // `registerOAuth` sets the forwarded protocol from the public origin, which decides whether cookies require HTTPS.
    provider.proxy = true;
    // Client secrets are stored as hashes.
    Object.assign(provider.Client.prototype, {
      compareClientSecret(this: { clientSecret: string }, sent: string): boolean {
        const [stored, hashed] = [this.clientSecret, hashClientSecret(sent)].map((text) => Buffer.from(text));
        return stored!.length === hashed!.length && timingSafeEqual(stored!, hashed!);
      },
    });
    provider.on('server_error', (_context, error) => onFault(error));
    return { provider, answer: provider.callback() };
  }
  /** Created on the first request: the library loads slowly, and most processes never sign anyone in. */
  const ready = () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };

  async function loadInteraction(id: string) {
    const { provider } = await ready();
    const interaction = await provider.Interaction.find(id);
    const client = interaction && (await provider.Client.find(String(interaction.params['client_id'])));
    if (!interaction || !client || interaction.result) throw new HttpProblem(404, ENDED);
    return { provider, interaction, client };
  }

  type Result = NonNullable<Awaited<ReturnType<typeof loadInteraction>>['interaction']['result']>;
  async function decide(id: string, resultFor: (provider: Provider, scopes: string[]) => Promise<Result>) {
    const { provider, interaction } = await loadInteraction(id);
    interaction.result = await resultFor(provider, resolveScopes(interaction.params));
    await interaction.persist();
    return interaction.returnTo;
  }

  return {
    answer: async (request, response) => {
      const { answer } = await ready();
      await answer(request, response);
    },

    pending: async (id, cookieHeader) => {
      if (!cookies(cookieHeader, COOKIES.interaction).includes(id)) throw new HttpProblem(404, ENDED);
      const { interaction, client } = await loadInteraction(id);
      const { clientId, clientName = 'Unnamed program' } = client;
      return {
        id,
        clientId,
        clientName,
        isDescribed: URL.canParse(clientId),
        redirectUri: String(interaction.params['redirect_uri']),
        rights: scopesToRights(resolveScopes(interaction.params)),
        expiresAt: new Date(interaction.exp * 1000),
      };
    },

    approve: ({ id, clientId }, tokenId, rights) =>
      decide(id, async (provider, scopes) => {
        await database.write(SYSTEM, (handle) => deleteGrantsForToken(handle, tokenId));
        const grant = new provider.Grant({ accountId: tokenId, clientId });
        const refused = RIGHTS.filter((right) => !rights.includes(right)).join(' ');
        grant.addResourceScope(resource, rights.join(' '));
        grant.addOIDCScope(scopes.join(' '));
        if (refused !== '') grant.rejectResourceScope(resource, refused);
        return { login: { accountId: tokenId, remember: false }, consent: { grantId: await grant.save() } };
      }),

    deny: ({ id }) =>
      decide(id, () =>
        Promise.resolve({ error: 'access_denied', error_description: 'The request was declined.' }),
      ),

    tokenBehind: async (text) => {
      const { provider } = await ready();
      const found = await provider.AccessToken.find(text);
      if (!found || [found.aud].flat().every((audience) => audience !== resource)) return undefined;
      const token = await findToken(database, found.accountId, 'rowId');
      return isUsable(token) ? token : undefined;
    },
  };
}
