/** Audit trail of an organization, or of the whole service for superadmins. */
import { mayManage } from '../../../platform/auth/rules/organizationRules';
import type { Person } from '../../../platform/auth/rules/principal';
import { listAudits } from '../queries/auditTrail';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import { describePlace } from '../../../platform/http/keyset';

/** Beta admins may read the history of beta decisions; without an organization, nothing else. */
const isBetaHistory = (principal: Person, targetType: string | undefined) =>
  principal.isBetaAdmin && (targetType === 'beta_access_user' || targetType === 'beta_access_request');

export const auditTrailRoutes = {
  'GET /audits/': {
    access: 'person',
    handle: async ({ database, principal, query, setHeader }) => {
      const { organization_id: organizationId } = query;
      if (organizationId !== undefined) assertAllowed(mayManage(principal, organizationId));
      else if (!principal.isSuperadmin && !isBetaHistory(principal, query.target_type)) {
        throw new HttpProblem(403, 'Forbidden, organization_id is required for non-superadmins');
      }
      const filter = {
        organizationId,
        userId: query.user_id,
        kind: query.kind,
        targetType: query.target_type,
        targetId: query.target_id,
        since: query.since,
        until: query.until,
        after: describePlace(query.after),
        skip: query.skip,
        limit: query.limit,
      };
      const page = await database.read(principal, (handle) => listAudits(handle, filter));
      setHeader('x-total-count', String(page.total));
      return page.items;
    },
  },
} satisfies Partial<Routes>;
