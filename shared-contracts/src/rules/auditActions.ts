/** All actions of the audit trail, grouped by the kind of target. */
export const AUDIT_ACTIONS = {
  organization: [
    'organization_create',
    'organization_update',
    'organization_delete',
    'secret_policy_change',
    'bulk_operation_start',
    'bulk_operation_complete',
  ],
  members: ['member_add', 'member_update', 'member_role_change', 'member_remove', 'member_leave'],
  invitations: [
    'invitation_create',
    'invitation_resend',
    'invitation_revoke',
    'invitation_accept',
    'invitation_decline',
  ],
  memories: [
    'memory_create',
    'memory_update',
    'memory_archive',
    'memory_restore',
    'memory_delete',
    'memory_scope_change',
    'memory_version_restore',
    'memory_feedback',
    'memory_compact',
    'memory_keywords',
    'memory_secret_mask',
    'keyword_link',
    'keyword_unlink',
  ],
  reviews: [
    'consolidation_validate',
    'consolidation_reject',
    'consolidation_reopen',
    'consolidation_delete',
    'review_accept',
    'review_reject',
    'review_reopen',
  ],
  agents: ['agent_create', 'agent_update', 'agent_delete', 'agent_scope_change'],
  keywords: ['keyword_create', 'keyword_update', 'keyword_delete', 'keyword_merge', 'keyword_changes_undo'],
  tokens: ['token_create', 'token_update', 'token_rotate', 'token_revoke'],
  people: ['user_update', 'beta_access_request', 'beta_access_review'],
} as const;

export type AuditKind = keyof typeof AUDIT_ACTIONS;
/** Type of the service's audit events, so that it cannot write any other action. */
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number];
export const AUDIT_KINDS = Object.keys(AUDIT_ACTIONS) as AuditKind[];
