/** @jest-environment node */
import { inShort, toQuestion } from './question';

it.each([
  ['npm install --legacy-peer-deps', 'npm install --legacy-peer-deps'],
  ['-Xmx2g  —verbose -3', '--Xmx2g --verbose 3'],
  ['File "/app/x.lua", line 214', 'File /app/x.lua , line 214'],
  ['“no such table” in `db-1`', 'no such table in db-1'],
  ['"--force"\nwas "refused"', '--force was refused'],
  ["can't, re-run - then wait", "can't, re-run - then wait"],
  [' "" ', ''],
])('reads %s as plain words', (given, text) => expect(toQuestion(given)).toEqual({ text, isCut: false }));

it('cuts a long text at a word', () => {
  const { text, isCut } = toQuestion('certificate '.repeat(1000));
  expect([text.length <= 4000, isCut, text.endsWith(' certificate')]).toEqual([true, true, true]);
});

it.each(['証', '😀', '\n%'])('cuts %j so that the address carries it', (sign) => {
  const { text, isCut } = toQuestion(`x${sign.repeat(4000)}`);
  const encoded = new URLSearchParams({ text }).toString().length;
  expect([isCut, encoded > 8_000, encoded < 11_100]).toEqual([true, true, true]);
});

it('repeats a long question in a few words', () => {
  expect(inShort('why')).toBe('why');
  const short = inShort('what is wrong here '.repeat(10));
  expect(short).toMatch(/^what is wrong here .* …$/);
  expect(short.length).toBeLessThan(90);
});
