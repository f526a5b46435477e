/**
 * The OAuth authorization server of agents, by the library `oidc-provider` (docs/adr/0550). What it calls an account is a token of a
 * person, created by an approval: rights, workspace, expiry and revocation are those of that token, and the rules of tokens hold.
 */
import { generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, Provider } from 'oidc-provider';
import type { Config } from '../../platform/config/config';
import { escapeHtml } from '../../platform/mail/escapeHtml';
import type { Database } from '../../platform/database/database';
import { deleteGrantsForToken, hashClientSecret, oauthAdapter } from './queries/oauthRecords';
import { stateOrElse } from '../../platform/database/serviceState';
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

/** Rights that a program can ask for. */
export const RIGHTS = ['read', 'write'] as const;
type Right = (typeof RIGHTS)[number];

/** Scopes of OpenID Connect that clients ask for by habit. They reveal nothing: there are no claims beside `sub`. */
const OIDC_SCOPES = ['openid', 'offline_access', 'profile', 'email'];

export const COOKIES = { interaction: 'hindsight_interaction', resume: 'hindsight_resume' } as const;

/** Addresses below the public origin. */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** The one resource that access tokens are for: MCP at the public origin. */
export const resourceUrl = ({ appBaseUrl }: Config): string => `${appBaseUrl.origin}/api/mcp`;

/** A request that waits for a person: who asks, where the answer goes, what is asked for. */
export interface PendingRequest {
  id: string;
  clientId: string;
  clientName: string;
  /** Whether the client is described by a document at its id, which all its installations share. */
  isDescribed: boolean;
  redirectUri: string;
  rights: readonly Right[];
  expiresAt: Date;
}

export interface AuthorizationServer {
  /** Answers a request of the library's own addresses. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The request of an id. Throws 404 unless the browser whose cookies are given has started it and it is not decided. */
  pending: (id: string, cookieHeader: string | undefined) => Promise<PendingRequest>;
  /** Lets a request go on as a token of its owner; resolves with the address that the browser opens next. */
  approve: (request: PendingRequest, tokenId: string, rights: readonly Right[]) => Promise<string>;
  deny: (request: PendingRequest) => Promise<string>;
  /** The token behind an access token for MCP; undefined for any other text. */
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
  const key = await stateOrElse(database, 'oauth_signing_key', newSigningKey);
  return {
    adapter: (kind) => oauthAdapter(database, kind),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    // Programs on a machine: any port of a loopback address, and otherwise an address that is exactly one of those registered.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    // A page of another site cannot use MCP, so no token would be of use to it.
    clientBasedCORS: () => false,
    cookies: { names: COOKIES },
    // Tokens end with the token of their owner, not with a session of a browser.
    expiresWithSession: () => false,
    features: {
      // Codex uses nothing else where it is offered, and fails where this service cannot reach the internet.
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
    // The cookie of the request gets this path, so that the calls of the approval page carry it.
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

/** What is asked for: reading and writing where the program does not say. */
const scopesToRights = (scopes: readonly string[]): Right[] => {
  const named = RIGHTS.filter((right) => scopes.includes(right));
  return named.length > 0 ? named : [...RIGHTS];
};

const ENDED =
  'This sign-in has ended, or was started in another browser. Start again in the program that opened this page.';

/** @param onFault takes what is wrong with the server itself. */
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
    // Whether cookies are for HTTPS alone follows from the public origin, see `registerOAuth`.
    provider.proxy = true;
    // Secrets of clients are stored as hashes.
    Object.assign(provider.Client.prototype, {
      compareClientSecret(this: { clientSecret: string }, sent: string): boolean {
        const [stored, hashed] = [this.clientSecret, hashClientSecret(sent)].map((text) => Buffer.from(text));
        return stored!.length === hashed!.length && timingSafeEqual(stored!, hashed!);
      },
    });
    provider.on('server_error', (_context, error) => onFault(error));
    return { provider, answer: provider.callback() };
  }
  /** With the first request: most processes never sign anybody in, and the library takes its time to load. */
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
