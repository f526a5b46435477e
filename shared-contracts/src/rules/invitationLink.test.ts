import { invitationPath, readInvitationLink, type InvitationLink } from '.';

const read = (query: string) => readInvitationLink(new URLSearchParams(query));
const LINK: InvitationLink = {
  answer: 'accept',
  invitationId: 'i',
  organizationId: 'o',
  email: 'Ada+1@x.org',
  token: 't',
};

it.each([LINK, { ...LINK, answer: 'decline' as const }])('reads the link that it writes: %j', (link) => {
  const path = invitationPath(link);
  expect(path).toMatch(/^\/login\?(accept|decline)_invite=i&org=o&email=Ada%2B1%40x\.org&token=t$/);
  expect(read(path.split('?')[1]!)).toEqual(link);
});

it('needs both ids, and accepts when both answers are asked', () => {
  expect([read('accept_invite=i'), read('org=o'), read('')]).toEqual([null, null, null]);
  expect(read('accept_invite=i&decline_invite=j&org=o')).toMatchObject({
    answer: 'accept',
    invitationId: 'i',
  });
  expect(read('decline_invite=j&org=o')).toEqual({
    answer: 'decline',
    invitationId: 'j',
    organizationId: 'o',
    email: '',
  });
});
