/** The search of the management dialog; apart, because the page of an invitation has none. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { nameFinder } from '@hindsight/shared-contracts/rules';

/** Those whose name, slug or id contains the text. */
export function findOrganizations(rows: readonly Organization[], search: string): Organization[] {
  const isFound = nameFinder(search.trim().replace(/^@/, ''));
  return rows.filter(({ id, name, slug }) => isFound(id, name, slug ?? ''));
}
