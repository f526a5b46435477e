/** Organizations, as the management dialog lists and edits them. */
import type { Organization } from '@hindsight/shared-contracts/api';

/** The user's own organizations, or all of them. */
export type ViewMode = 'mine' | 'all';

/** Request body of a new organization: trimmed, with the slug only if given. */
export function newOrganization(name: string, slug: string): { name: string; slug?: string } {
  return { name: name.trim(), ...(slug.trim() !== '' && { slug: slug.trim() }) };
}

export interface OrganizationChanges {
  name?: string;
  slug?: string | null;
  is_active?: boolean;
}

/** Request body of a change: trimmed, changed fields only. An emptied slug is sent as null. */
export function diffOrganization(before: Organization, after: Organization): OrganizationChanges {
  const [name, slug] = [after.name.trim(), after.slug?.trim() || null];
  return {
    ...(name !== before.name && { name }),
    ...(slug !== before.slug && { slug }),
    ...(after.is_active !== before.is_active && { is_active: after.is_active }),
  };
}
