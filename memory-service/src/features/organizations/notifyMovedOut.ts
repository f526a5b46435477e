/** Notifies the owners of an organization when data is moved out of it. */
import type { Config } from '../../platform/config/config';
import type { Ownership } from '../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import type { Handle } from '../../platform/database/database';
import { listOwners } from './queries/members';
import { findOrganization } from './queries/organizations';
import { countHit } from '../../platform/database/rateLimits';
import { notify } from '../notifications';

/** One notification per interval for bulk moves; the audit trail lists every row. */
const REPORT_EACH = { hits: 1, windowSeconds: 60 };

const PLACES: Record<Ownership['visibilityScope'], string> = {
  personal: 'a personal workspace',
  organization: 'another organization',
  public: 'the public workspace',
};

/** Notifies every owner except the actor. `what` is a plural noun, such as "memories". */
export async function notifyMovedOut(
  config: Config,
  handle: Handle,
  principal: Person | TokenHolder,
  { from, to, what }: { from: Ownership; to: Ownership; what: string },
): Promise<void> {
  const { organizationId } = from;
  if (organizationId === null || to.organizationId === organizationId) return;
  const report = `moved-out:${organizationId}:${principal.userId}:${what}:${to.visibilityScope}`;
  if ((await countHit(handle, report, REPORT_EACH)) > 0) return;
  const organization = await findOrganization(handle, organizationId);
  if (!organization) return;
  for (const owner of await listOwners(handle, organizationId)) {
    if (owner.userId === principal.userId) continue;
    await notify(config, handle, {
      ...owner,
      eventType: 'org_memory_moved',
      title: `Moved out of ${organization.name}`,
      message: `${principal.email} moved ${what} of ${organization.name} to ${PLACES[to.visibilityScope]}.`,
      metadata: {
        organization_name: organization.name,
        organization_id: organizationId,
        moved_by: principal.email,
        what,
        new_scope: to.visibilityScope,
        new_organization_id: to.organizationId,
      },
      organizationId,
      actorUserId: principal.userId,
    });
  }
}
