import { ApiError } from '@hindsight/shared-contracts/api/client';
import { readInvitationLink } from '@hindsight/shared-contracts/rules';
import { toFailure, isForOtherAccount, describeSuccess } from './texts';

const link = (address: string) => readInvitationLink(new URLSearchParams(address))!;
const MAIL = 'accept_invite=i&org=o&email=Ada%40x.org&token=t';

it('compares accounts without case, and only where the link names one', () => {
  expect(isForOtherAccount(link(MAIL), 'ada@X.org')).toBe(false);
  expect(isForOtherAccount(link(MAIL), 'bob@x.org')).toBe(true);
  expect(isForOtherAccount(link('accept_invite=i&org=o'), 'bob@x.org')).toBe(false);
});

describe('outcome of a link', () => {
  const OVER = 'This invitation link is no longer valid. Please request a new invite.';
  const ADA = { email: 'ada@x.org', membership: undefined };
  const api = (status: number, detail: string | null = null) => new ApiError(status, detail, '', null);
  it.each([
    ['too late', api(400, 'Invitation has expired'), MAIL, 'warning', OVER],
    ['answered before', api(409, 'Invitation is already accepted'), MAIL, 'warning', OVER],
    [
      'wrong person',
      api(403),
      'accept_invite=i&org=o&email=bob%40x.org',
      'warning',
      'This invitation is for bob@x.org. Please sign in with that email or ask for a new invite.',
    ],
    [
      'wrong person, address unknown',
      api(403),
      'accept_invite=i&org=o',
      'warning',
      'This invitation is for a different account. Please sign in with the invited email or request a new invite.',
    ],
    ['token of an older mail', api(403), MAIL, 'warning', OVER],
    ['gone', api(404), MAIL, 'warning', 'Invitation not found. It may have been rescinded.'],
    ['anything else', api(500, 'Broken'), MAIL, 'error', 'Failed to process invitation: Broken'],
    ['not an error', 'odd', MAIL, 'error', 'Failed to process invitation: Unknown error'],
  ])('%s', (_case, error, address, type, message) => {
    expect(toFailure(error, link(address), ADA)).toMatchObject({ type, message });
  });
  it('does not send a member to ask for a new invitation', () => {
    const member = { ...ADA, membership: 'Larkspur Labs' };
    const message = 'You are already a member of Larkspur Labs.';
    for (const status of [400, 409])
      expect(toFailure(api(status), link(MAIL), member)).toEqual({ type: 'info', message, final: true });
    expect(toFailure(api(409), link('decline_invite=i&org=o'), member).message).toBe(OVER);
  });
  it('allows another try only when the service did not decide', () => {
    expect(toFailure(api(503), link(MAIL), ADA).final).toBe(false);
    expect(toFailure(api(404), link(MAIL), ADA).final).toBe(true);
  });
  it('success', () => {
    expect(describeSuccess(link(MAIL))).toMatchObject({ type: 'success', message: 'Invitation accepted' });
    expect(describeSuccess(link('decline_invite=i&org=o'))).toMatchObject({
      type: 'info',
      message: 'Invitation declined',
    });
  });
});
