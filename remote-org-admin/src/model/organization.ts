/** Organizations as the management dialog lists and changes them. */
import type { Organization } from '@hindsight/shared-contracts/api';

/** The person's own organizations, or all there are. */
export type ViewMode = 'mine' | 'all';

/** The body of a new organization: trimmed, the slug only when there is one. */
export function newOrganization(name: string, slug: string): { name: string; slug?: string } {
  return { name: name.trim(), ...(slug.trim() !== '' && { slug: slug.trim() }) };
}

export interface OrganizationChanges {
  name?: string;
  slug?: string | null;
  is_active?: boolean;
}

/** The body of a change: trimmed, and only what differs. An emptied slug is sent as none. */
export function diffOrganization(before: Organization, after: Organization): OrganizationChanges {
  const [name, slug] = [after.name.trim(), after.slug?.trim() || null];
  return {
    ...(name !== before.name && { name }),
    ...(slug !== before.slug && { slug }),
    ...(after.is_active !== before.is_active && { is_active: after.is_active }),
  };
}
