import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { grantedPath, readReviewLink, reviewFailure } from './reviewLink';
import { reviewTexts } from './texts';

describe('review link', () => {
  const read = (address: string) => readReviewLink(new URLSearchParams(address));
  it.each([
    [
      'beta_review=r&beta_decision=accepted&beta_token=t',
      { requestId: 'r', decision: 'accepted', token: 't' },
    ],
    ['beta_review=r&decision=DENIED&token=t', { requestId: 'r', decision: 'denied', token: 't' }],
    [
      'beta_review=r&beta_decision=Denied&decision=accepted&beta_token=a&token=b',
      { requestId: 'r', decision: 'denied', token: 'a' },
    ],
    ['beta_review=r&decision=maybe&token=t', null],
    ['beta_review=r&decision=accepted', null],
    ['beta_review=&decision=accepted&token=t', null],
  ])('%s', (address, link) => expect(read(address)).toEqual(link));

  it('has the texts of the specification where the service sends none', () => {
    expect(reviewTexts.done('accepted')).toBe('Beta access request approved successfully.');
    expect(reviewTexts.done('denied')).toBe('Beta access request denied.');
  });

  it('continues on the page of the granted request', () => {
    const review = {
      success: true,
      request_id: 'r',
      message: '',
      request_email: 'a+b@x.org',
      decision: 'accepted',
      already_processed: false,
    } as const;
    const path = '/beta-access/review/granted?email=a%2Bb%40x.org';
    expect(grantedPath(review)).toBe(path);
    expect(grantedPath({ ...review, already_processed: true })).toBe(`${path}&status=already`);
  });

  const api = (status: number, detail: string | null) => new ApiError(status, detail, '', null);
  it.each([
    [api(410, 'Review token expired.'), 'warning', 'This beta access review link has expired.', true],
    [api(400, 'Invalid or already used review token.'), 'warning', 'Invalid beta access review token.', true],
    [
      api(400, 'Request already denied.'),
      'error',
      'Failed to update beta access request: Request already denied.',
      true,
    ],
    [
      api(500, null),
      'error',
      'Failed to update beta access request: Unable to update beta access request',
      false,
    ],
    [new NetworkError(null), 'error', expect.stringContaining('Network error'), false],
    ['odd', 'error', 'Failed to update beta access request: Unknown error', false],
  ])('%s', (error, type, message, final) =>
    expect(reviewFailure(error)).toEqual({ type, message: message as string, final }),
  );
});
