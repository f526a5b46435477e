/** Decides who may see a change. */
import type { Change } from '@hindsight/shared-contracts/api';
import { mayRead, mayUseMemoryData } from '../auth/rules/permissions';
import { manages } from '../auth/rules/organizationRules';
import type { Person } from '../auth/rules/principal';
import type { LoggedChange } from './events';

/** Whether the person may see the change with their current rights. */
export function maySee(person: Person, change: LoggedChange): boolean {
  const { scope, owner_user_id: ownerUserId, organization_id: organizationId } = change;
  // Superadmins may read the personal rows of others, but none of their pages shows them.
  if (scope === 'personal' && ownerUserId !== person.userId) return false;
  if (scope !== null) {
    const row = { visibilityScope: scope, ownerUserId, organizationId };
    return mayUseMemoryData(person).allowed && mayRead(person, row);
  }
  if (ownerUserId !== null) return ownerUserId === person.userId;
  const membership = person.memberships.find((held) => held.organization_id === organizationId);
  if (change.kind === 'invitations')
    return person.isSuperadmin || (membership ? manages(membership.role) : false);
  return person.isSuperadmin || membership !== undefined;
}

/** Merges equal changes for sending, so a busy second produces a short message. */
export function summarize(changes: readonly LoggedChange[]): Change[] {
  const byTarget = new Map<string, Change>();
  for (const { owner_user_id: _owner, ...change } of changes) {
    const target = [change.kind, change.scope, change.organization_id].join();
    const known = byTarget.get(target);
    byTarget.set(target, known ? mergeChanges(known, change) : change);
  }
  return [...byTarget.values()];
}

const MAX_IDS = 100;

const mergeChanges = (one: Change, other: Change): Change => ({
  ...one,
  ids: [...new Set([...one.ids, ...other.ids])].slice(0, MAX_IDS),
  added: one.added + other.added,
  changed: one.changed + other.changed,
  removed: one.removed + other.removed,
});
