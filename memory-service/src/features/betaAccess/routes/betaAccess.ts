/** Endpoints for beta access: requests, and decisions by link or by an admin. */
import { ALREADY_REQUESTED } from '../rules/betaAccess';
import { isLinkSecret, newLinkSecret } from '../../../platform/mail/rules/linkSecrets';
import type { Person } from '../../../platform/auth/rules/principal';
import { mailBetaAdmins, confirmRequest, mailDecision } from '../beta';
import {
  accessStatus,
  decideRequest,
  listBetaUsers,
  lockRequest,
  pendingRequests,
  renewReviewToken,
  requestAccess,
  setBetaStatus,
} from '../queries/betaAccess';
import type { RequestRow, Reviewer } from '../queries/betaAccess';
import type { Handle } from '../../../platform/database/database';
import { CALL_LIMITS, countCall } from '../../../platform/http/callLimits';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import type { Services } from '../../../platform/http/services';

const SYSTEM = { kind: 'system' } as const;
/** Actor of decisions by link, which do not require a sign-in. */
const LINK_REVIEWER_ID = '00000000-0000-0000-0000-000000000000';
const SETTABLE = ['accepted', 'denied', 'revoked', 'not_requested'] as const;

type Decision = 'accepted' | 'denied';

function requireBetaAdmin(principal: Person): void {
  if (!principal.isBetaAdmin) throw new HttpProblem(403, 'Beta access admin privileges required.');
}

function parseDecision(text: string | undefined): Decision {
  const decision = text?.trim().toLowerCase();
  if (decision !== 'accepted' && decision !== 'denied') throw new HttpProblem(400, 'Invalid decision.');
  return decision;
}

/** Applies a decision. Idempotent: repeating it reports that it was already made; the opposite one is rejected. */
async function decide(
  { config }: Services,
  handle: Handle,
  row: RequestRow,
  decision: Decision,
  reviewer: Reviewer,
  reason: string | null = null,
) {
  const already = row.status === decision;
  if (!already) {
    if (row.status !== 'pending') throw new HttpProblem(400, `Request already ${row.status}.`);
    await decideRequest(handle, row, decision, reviewer, reason);
    await mailDecision(config, handle, row.email, decision, true);
  }
  const verb = decision === 'accepted' ? 'approved' : 'denied';
  return {
    success: true as const,
    request_id: row.id,
    message: `Beta access ${already ? `was already ${verb}` : verb} for ${row.email}.`,
    request_email: row.email,
    decision,
    already_processed: already,
  };
}

export const betaAccessRoutes = {
  'POST /beta-access/request': {
    access: 'person',
    limit: CALL_LIMITS.betaRequests,
    handle: async ({ config, database, principal }) => {
      const { secret, hash } = newLinkSecret();
      const { userId } = principal;
      const id = await database.write(principal, async (handle) => {
        const request = await requestAccess(handle, userId, hash);
        if (!request) return undefined;
        await confirmRequest(config, handle, request.email, userId);
        await mailBetaAdmins(config, handle, request, secret, userId);
        return request.id;
      });
      if (id === undefined) throw new HttpProblem(400, ALREADY_REQUESTED);
      return { success: true as const, request_id: id };
    },
  },

  'GET /beta-access/status': {
    access: 'person',
    handle: ({ database, principal }) =>
      database.read(principal, (handle) => accessStatus(handle, principal.userId)),
  },

  'POST /beta-access/review/{id}/token': {
    access: 'anyone',
    handle: async (call) => {
      const { database, params, body, address } = call;
      // Counts only wrong attempts: other callers behind the same address must not lock out the right link.
      const wrongAttempt = async (detail: string): Promise<never> => {
        await countCall(database, CALL_LIMITS.betaReviews, address);
        throw new HttpProblem(400, detail);
      };
      const answer = await database.write(SYSTEM, async (handle) => {
        const found = await lockRequest(handle, params.id);
        if (!found) return 'Request not found.';
        if (!isLinkSecret(found.row.reviewTokenHash, body.token.trim())) {
          return 'Invalid or already used review token.';
        }
        const decision = parseDecision(body.decision);
        if (found.row.status === 'pending' && found.isTokenExpired) {
          throw new HttpProblem(410, 'Review token expired.');
        }
        const reviewer = { userId: LINK_REVIEWER_ID, email: 'beta-access-token', viaToken: true };
        return decide(call, handle, found.row, decision, reviewer);
      });
      return typeof answer === 'string' ? wrongAttempt(answer) : answer;
    },
  },

  'POST /beta-access/review/{id}': {
    access: 'person',
    handle: (call) => {
      const { database, principal, params, query } = call;
      requireBetaAdmin(principal);
      const decision = parseDecision(query.decision);
      return database.write(principal, async (handle) => {
        const found = await lockRequest(handle, params.id);
        if (!found) throw new HttpProblem(400, 'Request not found.');
        const reviewer = { userId: principal.userId, email: principal.email, viaToken: false };
        return decide(call, handle, found.row, decision, reviewer, query.reason?.trim() || null);
      });
    },
  },

  'POST /beta-access/review/{id}/resend-token': {
    access: 'person',
    handle: ({ config, database, principal, params }) => {
      requireBetaAdmin(principal);
      return database.write(principal, async (handle) => {
        const found = await lockRequest(handle, params.id);
        if (!found) throw new HttpProblem(404, 'Request not found.');
        if (found.row.status !== 'pending')
          throw new HttpProblem(400, `Request already ${found.row.status}.`);
        const { secret, hash } = newLinkSecret();
        const expires = await renewReviewToken(handle, found.row.id, hash);
        await mailBetaAdmins(config, handle, found.row, secret, principal.userId);
        return { success: true as const, request_id: found.row.id, token_expires_at: expires };
      });
    },
  },

  'GET /beta-access/pending': {
    access: 'person',
    handle: async ({ database, principal }) => {
      requireBetaAdmin(principal);
      return { requests: await database.read(principal, (handle) => pendingRequests(handle, 0)) };
    },
  },

  'GET /beta-access/pending/stuck': {
    access: 'person',
    handle: async ({ database, principal, query }) => {
      requireBetaAdmin(principal);
      const days = query.older_than_days;
      const requests = await database.read(principal, (handle) => pendingRequests(handle, days));
      return { requests, older_than_days: days };
    },
  },

  'GET /beta-access/admin/users': {
    access: 'person',
    handle: async ({ database, principal, query, setHeader }) => {
      requireBetaAdmin(principal);
      const { sort_by: sortBy, sort_order: sortOrder, ...rest } = query;
      const filter = {
        skip: rest.skip,
        limit: rest.limit,
        search: rest.search,
        status: rest.status,
        sortBy,
        sortOrder,
      };
      const list = await database.read(principal, (handle) => listBetaUsers(handle, filter));
      setHeader('x-total-count', String(list.total));
      return { users: list.users, total_count: list.total };
    },
  },

  'PATCH /beta-access/admin/users/{user_id}': {
    access: 'person',
    handle: async ({ config, database, principal, params, body }) => {
      requireBetaAdmin(principal);
      const wanted = body.status.trim().toLowerCase();
      const status = SETTABLE.find((candidate) => candidate === wanted);
      if (!status) throw new HttpProblem(400, 'Invalid beta access status provided.');
      const reviewer = { userId: principal.userId, email: principal.email, viaToken: false };
      return database.write(principal, async (handle) => {
        const outcome = await setBetaStatus(handle, params.user_id, status, reviewer);
        if (!outcome) throw new HttpProblem(404, 'User not found.');
        if (outcome.changed && status !== 'not_requested') {
          const { email, last_request: request } = outcome.user;
          await mailDecision(config, handle, email, status, request !== null);
        }
        return { success: true as const, user: outcome.user };
      });
    },
  },
} satisfies Partial<Routes>;
