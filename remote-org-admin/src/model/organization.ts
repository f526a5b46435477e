/** Organizations as the management dialog lists them, read from whatever the service sent. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

export interface OrganizationRow {
  id: string;
  name: string;
  /** Empty when it has none. */
  slug: string;
  isActive: boolean;
}

/** The organizations that one belongs to, or all there are. */
export type ViewMode = 'mine' | 'all';

export const NAME_REQUIRED = 'Organization name is required';
export const CREATED = 'Organization created successfully!';
export const CREATE_FAILED = 'Failed to create organization. Please try again.';
export const CHANGED = 'Organization updated successfully';
export const SLUG_HINT = 'Optional: letters, digits, - and _';
export const INACTIVE_HINT = 'While it is not active, its members can read and change nothing in it.';
export const DELETED = 'Organization deleted successfully';
export const ID_COPIED = 'Organization ID copied';
export const ALL_FOR_SUPERADMINS = 'Only superadmins can view all organizations';
export const MEMBERS_ONLY = 'You can only access organizations where you are a member';
export const READ_ONLY = 'Read-only (not a member)';

/** Null for what has no id. */
export function readOrganization(value: unknown): OrganizationRow | null {
  const row = fields(value);
  const id = firstText(row['id']);
  if (id === '') return null;
  return {
    id,
    name: firstText(row['name']) || 'Organization without a name',
    slug: firstText(row['slug']),
    isActive: row['is_active'] !== false,
  };
}

/** By name, whatever order they came in. */
export function readOrganizations(answer: unknown): OrganizationRow[] {
  return listIn(answer)
    .map(readOrganization)
    .filter((row) => row !== null)
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

/** Those whose name, slug or id holds the text. */
export function findOrganizations(rows: readonly OrganizationRow[], search: string): OrganizationRow[] {
  const text = search.trim().replace(/^@/, '').toLowerCase();
  if (text === '') return [...rows];
  return rows.filter(({ id, name, slug }) =>
    [id, name, slug].some((part) => part.toLowerCase().includes(text)),
  );
}

/** What is sent for a new one: trimmed, the slug only when there is one. */
export function newOrganization(name: string, slug: string): { name: string; slug?: string } {
  return { name: name.trim(), ...(slug.trim() !== '' && { slug: slug.trim() }) };
}

/** What is sent of a change: trimmed, and only what differs. A slug that was emptied is sent as none. */
export interface OrganizationChanges {
  name?: string;
  slug?: string | null;
  is_active?: boolean;
}

export function changesOf(before: OrganizationRow, after: OrganizationRow): OrganizationChanges {
  const [name, slug] = [after.name.trim(), after.slug.trim()];
  return {
    ...(name !== before.name && { name }),
    ...(slug !== before.slug && { slug: slug || null }),
    ...(after.isActive !== before.isActive && { is_active: after.isActive }),
  };
}
