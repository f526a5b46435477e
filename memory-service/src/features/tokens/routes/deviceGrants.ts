/** Endpoints of the device grant (RFC 8628), for programs and for people who approve them: docs/adr/0201-device-grant.md. */
import {
  GRANT_SECONDS,
  newDeviceCode,
  newUserCode,
  POLL_SECONDS,
  formatUserCode,
} from '../rules/deviceGrants';
import { readAs } from '../../../platform/text/rules/nameSkeleton';
import { mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import { hashSecret } from '../../../platform/auth/rules/tokens';
import { findAgent } from '../../agents';
import type { Handle } from '../../../platform/database/database';
import {
  decideGrant,
  findPending,
  insertGrant,
  lockForPoll,
  notePoll,
  redeemGrant,
} from '../queries/deviceGrants';
import type { DeviceGrant } from '../queries/deviceGrants';
import { findOrganization } from '../../organizations';
import { rotateToken } from '../../../platform/auth/tokens';
import { wireTime } from '../../../platform/http/wire';
import { approveProgram } from '../approval';
import { CALL_LIMITS, countCall } from '../../../platform/http/callLimits';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';
import { mintToken } from './tokens';

const SYSTEM = { kind: 'system' } as const;
const MISSING =
  'This code isn’t valid. Check for typos, or start again if it has expired or was already used.';

/** Errors of RFC 8628: programs read `error`, our clients `code`. */
const refusal = (error: string, detail: string) => new HttpProblem(400, detail, { error, code: error });

const REFUSALS = {
  pending: () => refusal('authorization_pending', 'The request is awaiting approval in the browser.'),
  early: () => refusal('slow_down', `Poll at most every ${POLL_SECONDS} seconds.`),
  denied: () => refusal('access_denied', 'The request was declined.'),
  expired: () => refusal('expired_token', 'The code is no longer valid. Start again.'),
  unknown: () => refusal('invalid_grant', 'This code is unknown or has already been used.'),
};

type DecisionKey = `${'GET' | 'POST'} /device/requests/{user_code}${'' | '/approve' | '/deny'}` &
  keyof Routes;
type DecisionCall = Pick<Call<DecisionKey, 'person'>, 'database' | 'principal' | 'params' | 'tokens'>;

/** Hashes the code that a person typed. Counts toward a limit, to prevent guessing. */
async function hashUserCode({ database, principal, params, tokens }: DecisionCall): Promise<string> {
  await countCall(database, CALL_LIMITS.deviceCodes, principal.userId);
  return hashSecret(await tokens.pepper(), params.user_code);
}

async function pending(handle: Handle, hash: string, lock?: 'update'): Promise<DeviceGrant> {
  const found = await findPending(handle, hash, lock);
  if (!found) throw new HttpProblem(404, MISSING);
  return found;
}

/** Result of a poll, decided in one transaction, so that one of two concurrent polls gets the token. */
async function poll(handle: Handle, deviceCodeHash: string, fresh: Awaited<ReturnType<typeof mintToken>>) {
  const found = await lockForPoll(handle, deviceCodeHash);
  if (!found || found.row.status === 'redeemed') return REFUSALS.unknown();
  const { row, isExpired, isEarly } = found;
  if (row.status === 'denied') return REFUSALS.denied();
  if (isExpired) return REFUSALS.expired();
  await notePoll(handle, row, isEarly);
  if (isEarly) return REFUSALS.early();
  if (row.status === 'pending') return REFUSALS.pending();
  const agent = row.agentId && (await findAgent(handle, row.agentId));
  const token =
    row.userId && row.tokenId && (await rotateToken(handle, row.userId, row.tokenId, fresh.stored));
  // Revoked or deleted after the approval.
  if (!agent || !token) return REFUSALS.denied();
  await redeemGrant(handle, row);
  const organization = token.organization_id && (await findOrganization(handle, token.organization_id));
  return {
    access_token: fresh.text,
    token_type: 'Bearer' as const,
    scope: token.scopes.join(' '),
    expires_at: token.expires_at,
    agent_id: agent.id,
    agent_name: agent.name,
    organization_id: token.organization_id,
    organization_name: organization ? organization.name : null,
  };
}

export const deviceGrantRoutes = {
  'POST /device/authorize': {
    access: 'anyone',
    handle: async ({ config, database, tokens, body, address }) => {
      await countCall(database, CALL_LIMITS.deviceRequests, address);
      const pepper = await tokens.pepper();
      const deviceCode = newDeviceCode();
      const userCode = newUserCode();
      await database.write(SYSTEM, (handle) =>
        insertGrant(handle, {
          deviceCodeHash: hashSecret(pepper, deviceCode),
          userCodeHash: hashSecret(pepper, userCode),
          clientName: body.client_name,
          machineName: body.machine_name,
          address,
        }),
      );
      const page = new URL('/connect', config.appBaseUrl).toString();
      return {
        device_code: deviceCode,
        user_code: formatUserCode(userCode),
        verification_uri: page,
        verification_uri_complete: `${page}?code=${formatUserCode(userCode)}`,
        expires_in: GRANT_SECONDS,
        interval: POLL_SECONDS,
      };
    },
  },

  'POST /device/token': {
    access: 'anyone',
    handle: async (call) => {
      const { database, tokens, body } = call;
      const hash = hashSecret(await tokens.pepper(), body.device_code);
      const fresh = await mintToken(call);
      const answer = await database.write(SYSTEM, (handle) => poll(handle, hash, fresh));
      // Thrown outside of the transaction, which must commit the poll time.
      if (answer instanceof HttpProblem) throw answer;
      return answer;
    },
  },

  'GET /device/requests/{user_code}': {
    access: 'person',
    handle: async (call) => {
      const hash = await hashUserCode(call);
      const grant = await call.database.read(call.principal, (handle) => pending(handle, hash));
      return {
        user_code: formatUserCode(call.params.user_code),
        client_name: grant.clientName,
        looks_like: readAs(grant.clientName),
        machine_name: grant.machineName,
        address: grant.address,
        created_at: wireTime(grant.createdAt),
        expires_at: wireTime(grant.expiresAt),
      };
    },
  },

  'POST /device/requests/{user_code}/approve': {
    access: 'person',
    handle: async (call) => {
      const { database, principal, body } = call;
      assertAllowed(mayUseMemoryData(principal));
      const hash = await hashUserCode(call);
      // This secret is discarded: the program gets a new one when it fetches the token.
      const { stored } = await mintToken(call);
      return database.write(principal, async (handle) => {
        const grant = await pending(handle, hash, 'update');
        const program = { name: `${grant.clientName} on ${grant.machineName}` };
        const { token, agent } = await approveProgram(handle, principal, stored, program, body);
        const { userId } = principal;
        await decideGrant(handle, grant.id, {
          status: 'approved',
          userId,
          tokenId: token.id,
          agentId: agent.id,
        });
        return token;
      });
    },
  },

  'POST /device/requests/{user_code}/deny': {
    access: 'person',
    handle: async (call) => {
      const { database, principal } = call;
      const hash = await hashUserCode(call);
      await database.write(principal, async (handle) => {
        const grant = await pending(handle, hash, 'update');
        await decideGrant(handle, grant.id, { status: 'denied', userId: principal.userId });
      });
      return undefined;
    },
  },
} satisfies Partial<Routes>;
