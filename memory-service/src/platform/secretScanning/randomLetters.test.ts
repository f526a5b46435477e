/** @jest-environment node */
import { signs } from '../../testing/secretSamples';
import { isRandomLetters } from './randomLetters';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('knows most generated letters, whatever their number', () => {
  for (const length of [10, 12, 16, 24]) {
    const known = Array.from({ length: 300 }, (_, n) => signs(`${n}`, length, LETTERS)).filter(
      isRandomLetters,
    );
    expect(known.length).toBeGreaterThan(225);
  }
});

test.each([
  'AbstractTokenProvider',
  'PgDataProxyOptions',
  'XMLHttpRequest',
  'getElementById',
  'isDiskFull',
  'myDbPwd',
  'JsonWebTokenError',
  'OAuthClientCredentials',
  'GrundschulLehrplan',
  'motDePasse',
  'password',
  'REQUIRED',
])('takes %s for a name', (name) => {
  expect(isRandomLetters(name)).toBe(false);
});
