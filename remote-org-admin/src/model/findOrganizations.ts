/** Search of the management dialog; a separate module, because the invitation page does not need it. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { nameFinder } from '@hindsight/shared-contracts/rules';

/** Organizations whose name, slug or id contains the text. */
export function findOrganizations(rows: readonly Organization[], search: string): Organization[] {
  const isFound = nameFinder(search.trim().replace(/^@/, ''));
  return rows.filter(({ id, name, slug }) => isFound(id, name, slug ?? ''));
}
