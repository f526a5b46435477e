/** API rows as fixtures; `change` overrides the fields under test. */
import type {
  AuditEntry,
  Invitation,
  Member,
  Notification,
  Organization,
  Role,
} from '@hindsight/shared-contracts/api';

export const LARKSPUR: Organization = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Larkspur Labs',
  slug: 'larkspur',
  is_active: true,
};
export const TIDEWATER: Organization = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Tidewater',
  slug: null,
  is_active: false,
};

export const memberRow = (user_id: string, role: Role, change: Partial<Member> = {}): Member => ({
  user_id,
  email: `${user_id}@x.org`,
  display_name: null,
  role,
  can_read: true,
  can_write: role !== 'viewer',
  ...change,
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export const invitationRow = (
  id: string,
  status: Invitation['status'],
  change: Partial<Invitation> = {},
): Invitation => ({
  id,
  organization_id: LARKSPUR.id,
  email: `${id}@x.org`,
  role: 'viewer',
  invited_by_user_id: null,
  status,
  token: null,
  created_at: inDays(-1),
  expires_at: inDays(6),
  accepted_at: null,
  revoked_at: null,
  declined: false,
  ...change,
});

export const notificationRow = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  user_id: 'me',
  event_type: 'org_invitation',
  title: `Title ${id}`,
  message: `Message ${id}`,
  action_url: null,
  action_text: null,
  metadata: null,
  is_read: false,
  read_at: null,
  created_at: '2026-03-10T12:00:00Z',
  expires_at: null,
  ...change,
});

export const auditRow = (id: string, action_type: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  action_type,
  status: 'success',
  target_type: null,
  target_id: null,
  organization_id: LARKSPUR.id,
  actor_user_id: 'ada',
  reason: null,
  metadata: null,
  created_at: '2026-03-10T12:00:00Z',
  actor_name: 'Ada',
  target_name: null,
  ...change,
});
