/** The texts of invitation links. */
const ACCOUNT_UNKNOWN =
  'This invitation is for a different account. Please sign in with the invited email or request a new invite.';

export const linkTexts = {
  acceptTitle: 'Accept this invitation?',
  declineTitle: 'Decline this invitation?',
  signInTitle: 'You are invited to an organization',
  signIn: 'Sign In',
  signInAs: (email: string) => (email === '' ? 'Sign in with another account' : `Sign in as ${email}`),
  consequence: 'As a member you can see its memories, and its members can see your name and e-mail address.',
  accepted: 'Invitation accepted',
  declined: 'Invitation declined',
  invalid: 'This invitation link is no longer valid. Please request a new invite.',
  notFound: 'Invitation not found. It may have been rescinded.',
  otherAccount: (email: string) =>
    email === ''
      ? ACCOUNT_UNKNOWN
      : `This invitation is for ${email}. Please sign in with that email or ask for a new invite.`,
  failed: (reason: string) => `Failed to process invitation: ${reason}`,
};
