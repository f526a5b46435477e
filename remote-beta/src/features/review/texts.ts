export const reviewTexts = {
  grantTitle: 'Grant beta access?',
  grant: 'The requester can open the dashboard right away and is notified by email.',
  denyTitle: 'Deny beta access?',
  deny: 'The requester cannot open the dashboard and is notified by email.',
  invalidDecision: 'Invalid beta access review decision provided.',
  expired: 'This beta access review link has expired.',
  invalidToken: 'Invalid beta access review token.',
  failed: (reason: string) => `Failed to update beta access request: ${reason}`,
  notUpdated: 'Unable to update beta access request',
  /** Fallback when the service sends no message. */
  done: (decision: 'accepted' | 'denied') =>
    decision === 'accepted' ? 'Beta access request approved successfully.' : 'Beta access request denied.',
  grantedTitle: 'Beta access granted',
  alreadyGrantedTitle: 'Beta access was already granted',
};
