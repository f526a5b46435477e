import { descriptor } from './descriptor';

it('states who may open what, and adds no sidebar entry', () => {
  expect(descriptor.routes.map(({ path, access, navigation }) => [path, access, navigation])).toEqual([
    ['/beta-access/request', 'signed-in', undefined],
    ['/beta-access/pending', 'signed-in', undefined],
    ['/beta-access/denied', 'signed-in', undefined],
    ['/beta-access/review/granted', 'anyone', undefined],
    ['/beta-access/admin', 'beta-admin', undefined],
  ]);
});

it('opens the review link for everybody, and lets all of its parameters leave the address', () => {
  expect(descriptor.overlays).toEqual([
    {
      slot: 'session.beta-review-link',
      params: ['beta_review'],
      alsoClears: ['beta_decision', 'decision', 'beta_token', 'token'],
      access: 'anyone',
    },
  ]);
});
