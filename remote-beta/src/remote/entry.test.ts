import { descriptor } from './descriptor';

it('declares the access level of each page and adds no sidebar entry', () => {
  expect(descriptor.routes.map(({ path, access, navigation }) => [path, access, navigation])).toEqual([
    ['/beta-access/request', 'signed-in', undefined],
    ['/beta-access/pending', 'signed-in', undefined],
    ['/beta-access/denied', 'signed-in', undefined],
    ['/beta-access/review/granted', 'anyone', undefined],
    ['/beta-access/admin', 'beta-admin', undefined],
  ]);
});

it('opens the review link for anyone and clears all its URL parameters', () => {
  expect(descriptor.overlays).toEqual([
    {
      slot: 'session.beta-review-link',
      params: ['beta_review'],
      alsoClears: ['beta_decision', 'decision', 'beta_token', 'token'],
      access: 'anyone',
    },
  ]);
});
