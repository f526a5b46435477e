import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { readHistory } from './betaHistory';
import { questionFor, SETTABLE, STATUS_LABELS, UPDATE_FAILED, updatedText, USERS_FAILED } from './betaStatus';
import { readUsers } from './betaUser';
import { grantedPath, readReview, readReviewLink, reviewFailure } from './reviewLink';
import { DEFAULT_VIEW, PAGE_SIZE, chosenFrom, paramsOf, viewOf } from './userView';

it('keeps the texts of the specification', () => {
  expect([USERS_FAILED, UPDATE_FAILED]).toEqual([
    'Unable to fetch beta access users.',
    'Unable to update beta access status.',
  ]);
  expect(updatedText('not_requested')).toBe('Updated beta access status to Not requested');
  expect(Object.keys(STATUS_LABELS)).toEqual(['not_requested', 'pending', 'accepted', 'denied', 'revoked']);
});

it('asks before access is denied or revoked, and before several people change at once', () => {
  const asked = SETTABLE.map((status) => [status, questionFor(status, 1, 'ada@x.org', false)?.title]);
  expect(asked).toEqual([
    ['accepted', undefined],
    ['denied', 'Deny access?'],
    ['revoked', 'Revoke access?'],
    ['not_requested', undefined],
  ]);
  expect(questionFor('accepted', 3, '3 people', true)?.message).toContain('3 people');
  // Only where the service does it.
  for (const status of ['denied', 'revoked'] as const) {
    expect(questionFor(status, 1, 'ada@x.org', true)?.message).toContain('told by mail');
    expect(questionFor(status, 1, 'ada@x.org', false)?.message).not.toContain('mail');
  }
});

const user = (n: number, status = 'pending', requested_at: string | null = null) => ({
  user_id: `u${n}`,
  email: `p${String(n).padStart(2, '0')}@x.org`,
  display_name: n % 2 ? `Name ${n}` : null,
  beta_access_status: status,
  last_request: requested_at && { id: `r${n}`, status: 'pending', requested_at },
});

it('reads people; missing and unknown values are harmless', () => {
  const read = readUsers({
    users: [user(1), { user_id: 'x', beta_access_status: 'odd' }, {}],
    total_count: 9,
  });
  expect(read.total).toBe(9);
  expect(read.rows.map(({ userId, status }) => [userId, status])).toEqual([
    ['u1', 'pending'],
    ['x', 'not_requested'],
  ]);
  expect(readUsers({ users: [] })).toEqual({ rows: [], total: null });
});

describe('view', () => {
  it.each([
    ['', DEFAULT_VIEW, {}],
    [
      'search=ada&status=pending&sort=requested_at&order=desc&page=3',
      { search: 'ada', status: 'pending', sortBy: 'requested_at', order: 'desc', page: 3 },
      { search: 'ada', status: 'pending', sort: 'requested_at', order: 'desc', page: '3' },
    ],
    ['status=odd&sort=token&order=up&page=0', DEFAULT_VIEW, {}],
  ])('of "%s"', (address, view, params) => {
    expect(viewOf(new URLSearchParams(address))).toEqual(view);
    expect(paramsOf(viewOf(new URLSearchParams(address)))).toEqual(params);
  });

  it('is left to the service where that chose the page', () => {
    const chosen = readUsers({ users: [user(2), user(1)], total_count: 400 });
    expect(chosenFrom(chosen, { ...DEFAULT_VIEW, search: 'nobody', page: 7 })).toEqual({
      rows: chosen.rows,
      total: 400,
    });
  });

  it('is made here of 10,000 people, where the service sent everybody', () => {
    const everybody = readUsers({
      users: Array.from({ length: 10_000 }, (_, n) => user(9999 - n, n % 10 === 0 ? 'accepted' : 'pending')),
    });
    const page = chosenFrom(everybody, { ...DEFAULT_VIEW, status: 'accepted', page: 40 });
    expect(page.total).toBe(1000);
    expect(page.rows).toHaveLength(PAGE_SIZE);
    expect(chosenFrom(everybody, { ...DEFAULT_VIEW, search: 'P0001' }).total).toBe(0);
    expect(chosenFrom(everybody, { ...DEFAULT_VIEW, search: 'P9999@' }).total).toBe(1);
  });

  it('sorts with what is missing last, in both directions', () => {
    const rows = readUsers({
      users: [user(1), user(2, 'denied', '2026-01-02'), user(3, 'pending', '2026-03-01')],
    });
    const order = (direction: 'asc' | 'desc') =>
      chosenFrom(rows, { ...DEFAULT_VIEW, sortBy: 'requested_at', order: direction }).rows.map(
        ({ userId }) => userId,
      );
    expect([order('asc'), order('desc')]).toEqual([
      ['u2', 'u3', 'u1'],
      ['u3', 'u2', 'u1'],
    ]);
  });
});

it('words what was decided about a person, newest first', () => {
  const entries = [
    { id: '1', action_type: 'beta_access_request', target_id: 'r', created_at: '2026-01-01' },
    {
      id: '2',
      action_type: 'beta_access_review',
      target_id: 'r',
      created_at: '2026-01-02',
      metadata: { decision: 'accepted', via_token: true, reviewer_email: 'beta-access-token' },
    },
    { id: '4', action_type: 'beta_access_review', target_id: 'other', created_at: '2026-01-04' },
  ];
  const manual = {
    id: '3',
    action_type: 'beta_access_review',
    target_id: 'u',
    created_at: '2026-01-03',
    metadata: { previous_status: 'accepted', new_status: 'revoked', reviewer_email: 'gate@x.org' },
  };
  expect(readHistory([[manual], entries, entries], ['u', 'r']).map(({ what, by }) => [what, by])).toEqual([
    ['Accepted → Revoked', 'gate@x.org'],
    ['Request accepted', 'by the link of a mail'],
    ['Asked for access', ''],
  ]);
});

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

  const accepted = { requestId: 'r', decision: 'accepted', token: 't' } as const;
  it('says what the service says, or the words of the specification', () => {
    const body = { message: 'Done.', request_email: 'a+b@x.org', already_processed: true };
    expect(readReview(body, accepted)).toEqual({ message: 'Done.', email: 'a+b@x.org', already: true });
    expect(readReview(null, accepted).message).toBe('Beta access request approved successfully.');
    expect(readReview(null, { ...accepted, decision: 'denied' }).message).toBe('Beta access request denied.');
    const path = '/beta-access/review/granted?email=a%2Bb%40x.org';
    expect(grantedPath({ message: '', email: 'a+b@x.org', already: false })).toBe(path);
    expect(grantedPath({ message: '', email: 'a+b@x.org', already: true })).toBe(`${path}&status=already`);
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
