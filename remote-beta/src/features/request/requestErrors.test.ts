import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { formError, requestError } from './RequestPage';

it('validates the form with the messages of the specification', () => {
  expect(formError({ email: 'a@b.c', accepted: false })).toBe(
    'You must accept the beta program disclaimer to proceed',
  );
  expect(formError({ email: '  ', accepted: true })).toBe(
    'Unable to determine your account email. Please refresh and try again.',
  );
  expect(formError({ email: 'a@b.c', accepted: true })).toBeNull();
});

it.each([
  [new ApiError(400, 'x', '', null), 'You have already requested beta access. Please wait for approval.'],
  [new ApiError(500, 'x', '', null), 'Failed to submit request. Please try again.'],
  [new ApiError(401, 'x', '', null), 'Failed to submit request. Please try again.'],
  [new Error('odd'), 'Failed to submit request. Please try again.'],
  [new NetworkError(null), 'Network error. Please check your connection and try again.'],
])('has a message for %s', (error, sentence) => expect(requestError(error)).toBe(sentence));
