/** Texts of the pages about the user's own request. */
const denied = {
  title: 'Your request was not approved',
  text: 'A reviewer has responded to your request.',
  link: 'What you can do',
};

const TO_DASHBOARD = 'Go to the dashboard';

export const statusTexts = {
  accepted: {
    title: 'You have access',
    text: 'Your account is part of the beta program.',
    link: TO_DASHBOARD,
  },
  approved: {
    title: 'Your request was approved',
    text: 'Welcome. You now have access to everything.',
    link: TO_DASHBOARD,
  },
  pending: {
    title: 'Your request is being reviewed',
    text: 'No reviewer has responded yet.',
    link: 'View your request status',
  },
  not_requested: {
    title: 'You have not requested access yet',
    text: 'Your account has no open request.',
    link: 'Request access',
  },
  denied,
  revoked: { ...denied, title: 'Your access was revoked', text: 'A reviewer has revoked your access.' },
};

export const waitingTexts = {
  mistake: 'If you think this is a mistake, request access again or contact support.',
  askAgain: 'Request access again',
  contact: 'Contact support',
  dateFailed: 'Couldn’t load the date of your request.',
};
