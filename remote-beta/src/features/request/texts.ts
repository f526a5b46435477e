export const requestTexts = {
  formTitle: 'Join the beta program',
  intro:
    'The dashboard is in beta and open to approved people only. Request access here; a reviewer will respond, typically within 24 hours.',
  terms:
    'I understand that this is a beta: features may change or break, and I keep copies of anything I cannot afford to lose.',
  termsRequired: 'You must accept the beta program disclaimer to proceed',
  emailUnknown: 'Unable to determine your account email. Please refresh and try again.',
  alreadyRequested: 'You have already requested beta access. Please wait for approval.',
  failed: 'Failed to submit request. Please try again.',
  networkError: 'Network error. Please check your connection and try again.',
  submittedTitle: 'Request Submitted',
  submittedNext: 'You can open the dashboard once your request is approved.',
  acceptedTitle: 'You already have access',
  accepted: 'Your account is part of the beta program.',
};
