import type { Access } from '@hindsight/shared-contracts/registry';
import type { Session } from '@hindsight/shared-contracts/shell';
import { testUser } from '@hindsight/shared-contracts/testing';
import { gate, gateLogin, gatePage, gateStart } from './gate';

const person = (change: Partial<typeof testUser> = {}): Session => ({
  status: 'signed-in',
  user: { ...testUser, ...change },
});
const withoutPerson = (status: 'loading' | 'signed-out' | 'guest' | 'unreachable'): Session => ({
  status,
  user: null,
});

const viewers: Record<string, Session> = {
  loading: withoutPerson('loading'),
  unreachable: withoutPerson('unreachable'),
  stranger: withoutPerson('signed-out'),
  guest: withoutPerson('guest'),
  accepted: person(),
  pending: person({ beta_access_status: 'pending' }),
  denied: person({ beta_access_status: 'denied' }),
  revoked: person({ beta_access_status: 'revoked' }),
  'not requested': person({ beta_access_status: 'not_requested' }),
  superadmin: person({ is_superadmin: true, beta_access_status: 'denied' }),
  'beta admin': person({ beta_access_admin: true }),
};

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

function short(session: Session, access: Access, pathname = '/page'): string {
  const verdict = gate(session, access, at(pathname, '?q=1', '#h'));
  return verdict.kind === 'go' ? verdict.to : verdict.kind;
}

const LOGIN = `/login?rd=${encodeURIComponent('/page?q=1#h')}`;

it.each<[string, string[]]>([
  //                 anyone  guest  member  signed-in  beta-admin
  ['loading', ['show', 'wait', 'wait', 'wait', 'wait']],
  ['unreachable', ['show', 'unreachable', 'unreachable', 'unreachable', 'unreachable']],
  ['stranger', ['show', LOGIN, LOGIN, LOGIN, LOGIN]],
  ['guest', ['show', 'show', 'no-access', 'no-access', 'no-access']],
  ['accepted', ['show', 'show', 'show', 'show', 'no-access']],
  ['pending', ['show', '/beta-access/pending', '/beta-access/pending', 'show', 'no-access']],
  ['denied', ['show', '/beta-access/denied', '/beta-access/denied', 'show', 'no-access']],
  ['revoked', ['show', '/beta-access/denied', '/beta-access/denied', 'show', 'no-access']],
  ['not requested', ['show', '/beta-access/request', '/beta-access/request', 'show', 'no-access']],
  ['superadmin', ['show', 'show', 'show', 'show', 'show']],
  ['beta admin', ['show', 'show', 'show', 'show', 'show']],
])('lets %s see what they may', (viewer, verdicts) => {
  const accesses: Access[] = ['anyone', 'guest', 'member', 'signed-in', 'beta-admin'];
  expect(accesses.map((access) => short(viewers[viewer]!, access))).toEqual(verdicts);
});

it.each<[string, string, string[], string]>([
  ['old-service', 'accepted', ['jobs'], 'that does not name what the page needs'],
  ['show', 'accepted', ['jobs', 'memory.news'], 'that names what the page needs'],
  ['/beta-access/pending', 'pending', ['jobs'], 'to whom the page is closed'],
  ['show', 'guest', [], 'who is not told what the service can do'],
])('answers %s to %s in front of a service that can %j (%s)', (verdict, viewer, names) => {
  const session = viewers[viewer]!;
  const capabilities = names as typeof testUser.capabilities;
  const asked = session.user ? person({ ...session.user, capabilities }) : session;
  const found = gatePage(asked, { access: 'guest', capabilities: ['jobs', 'memory.news'] }, at('/page'));
  expect(found.kind === 'go' ? found.to : found.kind).toBe(verdict);
});

it('never sends anybody to where they are', () => {
  expect(short(viewers.pending!, 'member', '/beta-access/pending')).toBe('show');
});

it.each<[string, unknown]>([
  ['loading', { kind: 'wait' }],
  ['unreachable', { kind: 'unreachable' }],
  ['stranger', { kind: 'go', to: '/login' }],
  ['guest', { kind: 'go', to: '/dashboard' }],
  ['accepted', { kind: 'go', to: '/dashboard' }],
  ['pending', { kind: 'go', to: '/beta-access/pending' }],
  ['denied', { kind: 'go', to: '/beta-access/denied' }],
  ['not requested', { kind: 'go', to: '/beta-access/request' }],
])('sends %s on from the start page', (viewer, verdict) => {
  expect(gateStart(viewers[viewer]!)).toEqual(verdict);
});

it('sends a person on from the sign-in page to where they wanted, or to where their status leads', () => {
  const search = '?rd=%2Fmemory-blocks%3Fsearch%3Da';
  expect(gateLogin(viewers.accepted!, search)).toEqual({ kind: 'go', to: '/memory-blocks?search=a' });
  expect(gateLogin(viewers.accepted!, '?rd=https://elsewhere')).toEqual({ kind: 'go', to: '/dashboard' });
  expect(gateLogin(viewers.pending!, search)).toEqual({ kind: 'go', to: '/beta-access/pending' });
  for (const viewer of ['stranger', 'guest', 'unreachable']) {
    expect(gateLogin(viewers[viewer]!, search)).toEqual({ kind: 'show' });
  }
});
