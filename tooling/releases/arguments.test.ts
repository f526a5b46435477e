import { audienceFrom, autoFrom, remoteFrom, versionFrom } from './arguments';
import { openStore } from './openStore';

const organization = '6F9619FF-8B86-4d01-b42d-00cf4fc964ff';

it.each([
  [['10'], { percent: 10 }],
  [['2.5%'], { percent: 2.5 }],
  [[organization], { organizations: [organization.toLowerCase()] }],
  [['5', organization], { percent: 5, organizations: [organization.toLowerCase()] }],
])('reads %j as an audience', (words, audience) => expect(audienceFrom(words)).toEqual(audience));

it.each([
  [[], 'Who gets it?'],
  [['101'], 'A share can’t be more than 100 percent, not 101.'],
  [['1', '2'], 'A canary has only one share.'],
  [['Acme'], '"Acme" is neither a share such as 10 nor an organization ID.'],
])('refuses %j', (words, reason) => expect(() => audienceFrom(words)).toThrow(reason));

it('takes a remote by its short name or its package', () => {
  expect([remoteFrom('memory', ['memory']), remoteFrom('remote-memory', ['memory'])]).toEqual([
    'memory',
    'memory',
  ]);
  expect(() => remoteFrom('memo', ['memory', 'beta'])).toThrow(
    'There is no remote "memo". Remotes: memory, beta.',
  );
  expect(() => remoteFrom(undefined, ['memory'])).toThrow('Which remote?');
});

it.each(['1.1', 'latest', '../1.0.0', '1.0.0/..', ''])('takes %j for no version', (word) => {
  expect(() => versionFrom(word)).toThrow(`"${word}" isn’t a version.`);
});

it.each([
  ['s3://', {}, 'names no bucket'],
  ['s3://files', {}, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed'],
  ['https://files.test', {}, 'Releases go to a folder or to s3://bucket/prefix'],
])('refuses %j for a store', (target, env, reason) => expect(() => openStore(target, env)).toThrow(reason));

it('reads how a canary grows by itself', () => {
  expect(autoFrom({})).toMatchObject({ steps: [1, 10, 50, 100], waitMs: 1_800_000, minTabs: 20 });
  const own = autoFrom({ steps: '5%, 100', wait: '2h', minPeople: '3' });
  expect(own).toMatchObject({ steps: [5, 100], waitMs: 7_200_000, minTabs: 3 });
});

it.each([
  [{ steps: '10,5' }, '--steps must be growing shares up to 100'],
  [{ steps: '10,200' }, '--steps must be growing shares up to 100'],
  [{ steps: 'all' }, '--steps must be growing shares up to 100'],
  [{ wait: '30' }, '--wait must be a time such as 30m, 2h or 90s, not "30".'],
  [{ minPeople: '0' }, '--min-people must be a whole number of people, at least 1, not "0".'],
])('refuses %j', (options, reason) => expect(() => autoFrom(options)).toThrow(reason));
