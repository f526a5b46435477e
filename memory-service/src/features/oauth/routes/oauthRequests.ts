/** Endpoints with which a person decides about an OAuth sign-in: docs/adr/0550-oauth-for-mcp.md. */
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { readAs } from '../../../platform/text/rules/nameSkeleton';
import { mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import { approveProgram, mintToken } from '../../tokens';
import type { PendingRequest } from '../authorizationServer';
import { assertAllowed } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';

type RequestCall = Pick<Call<'GET /oauth/requests/{id}/details', 'person'>, 'oauth' | 'params' | 'header'>;

const loadPending = ({ oauth, params, header }: RequestCall): Promise<PendingRequest> =>
  oauth.pending(params.id, header('cookie'));

/** Display name of a redirect target: `claude.ai`, `localhost`, or the scheme of a local app such as `cursor`. */
function addressOrigin(address: string): string {
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) ? hostname : protocol.slice(0, -1);
}

export const oauthRequestRoutes = {
  'GET /oauth/requests/{id}/details': {
    access: 'person',
    handle: async (call) => {
      const request = await loadPending(call);
      const name = withoutHidden(request.clientName).slice(0, 100);
      return {
        id: request.id,
        client_name: name,
        looks_like: readAs(name),
        client_host: request.isDescribed ? addressOrigin(request.clientId) : null,
        redirect_to: addressOrigin(request.redirectUri),
        scopes: [...request.rights],
        expires_at: request.expiresAt.toISOString(),
      };
    },
  },

  'POST /oauth/requests/{id}/approve': {
    access: 'person',
    hasOwnTransactions: true,
    handle: async (call) => {
      const { database, principal, body, oauth } = call;
      assertAllowed(mayUseMemoryData(principal));
      const request = await loadPending(call);
      // The secret is discarded: the client gets access tokens of the authorization server instead.
      const { stored } = await mintToken(call);
      const program = {
        name: withoutHidden(request.clientName),
        oauthClientId: request.clientId,
        isShared: request.isDescribed,
      };
      const { token } = await database.write(principal, (handle) =>
        approveProgram(handle, principal, stored, program, body),
      );
      return { redirect_to: await oauth.approve(request, token.id, body.scopes) };
    },
  },

  'POST /oauth/requests/{id}/deny': {
    access: 'person',
    hasOwnTransactions: true,
    handle: async (call) => ({ redirect_to: await call.oauth.deny(await loadPending(call)) }),
  },
} satisfies Partial<Routes>;
