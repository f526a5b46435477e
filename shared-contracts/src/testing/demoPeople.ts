/** The eight people of the demo workspace, one per role. Pure data: the sign-in page lists them, the service seeds them. */
import type { BetaAccessStatus, Role } from '../api/session';

/** The three organizations of the demo workspace; the first is the main one. */
export const DEMO_ORGANIZATIONS = [
  { key: 'larkspur', name: 'Larkspur Labs', slug: 'larkspur', isActive: true },
  { key: 'tidewater', name: 'Tidewater Commerce', slug: 'tidewater', isActive: true },
  { key: 'quillmark', name: 'Quillmark Archive', slug: null, isActive: false },
] as const;

export type DemoOrganizationKey = (typeof DEMO_ORGANIZATIONS)[number]['key'];

export interface DemoPerson {
  email: string;
  name: string;
  /** One line on what this person demonstrates. */
  description: string;
  /** Listed in ADMIN_EMAILS of the local stack. */
  isSuperadmin: boolean;
  /** Listed in BETA_ACCESS_ADMINS of the local stack. */
  isBetaAdmin: boolean;
  betaAccessStatus: BetaAccessStatus;
  memberships: Partial<Record<DemoOrganizationKey, Role>>;
}

const person = (
  local: string,
  name: string,
  description: string,
  rest: Partial<Omit<DemoPerson, 'email' | 'name' | 'description'>> = {},
): DemoPerson => ({
  email: `${local}@demo.hindsight.local`,
  name,
  description,
  isSuperadmin: false,
  isBetaAdmin: false,
  betaAccessStatus: 'accepted',
  memberships: {},
  ...rest,
});

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('owner', 'Maren Holt', 'Owner of Larkspur Labs, viewer in Tidewater Commerce.', {
    memberships: { larkspur: 'owner', tidewater: 'viewer' },
  }),
  person('admin', 'Idris Bello', 'Admin of Larkspur Labs, editor in Tidewater Commerce.', {
    memberships: { larkspur: 'admin', tidewater: 'editor' },
  }),
  person('editor', 'Saskia Lindqvist', 'Editor in Larkspur Labs, owner of Tidewater Commerce.', {
    memberships: { larkspur: 'editor', tidewater: 'owner' },
  }),
  person('viewer', 'Tomas Reyes', 'Viewer in Larkspur Labs and Quillmark Archive: read-only there.', {
    memberships: { larkspur: 'viewer', quillmark: 'viewer' },
  }),
  person('superadmin', 'Noor Castellan', 'Superadmin: sees every organization, owner of Quillmark Archive.', {
    isSuperadmin: true,
    memberships: { quillmark: 'owner' },
  }),
  person('beta-admin', 'Jun Okafor', 'Beta admin: reviews access requests; admin of Tidewater Commerce.', {
    isBetaAdmin: true,
    memberships: { tidewater: 'admin' },
  }),
  person('pending', 'Priya Raman', 'Has requested beta access; the request is pending.', {
    betaAccessStatus: 'pending',
  }),
  person('denied', 'Casper Dahl', 'Was denied beta access.', { betaAccessStatus: 'denied' }),
];
