import { findKnownSecrets } from './knownSecrets';

const known = (...texts: string[]) => texts.map((text) => ({ kind: 'password', text }));
const found = (text: string, ...secrets: string[]) =>
  findKnownSecrets(text, known(...secrets)).map(({ start, end }) => text.slice(start, end));

it('finds secrets that begin alike, wherever they are', () => {
  expect(found('was Sesame-11, is Sesame-111 and Sesame-11', 'Sesame-11', 'Sesame-111')).toEqual([
    'Sesame-11',
    'Sesame-111',
    'Sesame-11',
  ]);
});

it('finds secrets that overlap, and the longest of those that end alike', () => {
  expect(found('key: ab-12-cd', 'ab-12', '12-cd')).toEqual(['ab-12', '12-cd']);
  expect(found('key: ab-12-cd', '12-cd', 'ab-12-cd', 'cd')).toEqual(['ab-12-cd']);
});

it('leaves words alone that a secret is a part of', () => {
  expect(found('opensesame sesames', 'sesame')).toEqual([]);
  expect(found('sesame! (sesame)', 'sesame')).toEqual(['sesame', 'sesame']);
  expect(found('xab-12', 'ab-12', '12')).toEqual(['12']);
});

it('finds what a search for each of them finds', () => {
  const letters = 'ab-';
  const texts = Array.from({ length: 3 ** 7 }, (_, n) =>
    [0, 1, 2, 3, 4, 5, 6].map((digit) => letters[Math.floor(n / 3 ** digit) % 3]).join(''),
  );
  const secrets = ['a', 'ab', 'ba-a', '-', 'b-b', 'aab-', '-a-'];
  const isWord = (sign: string | undefined) => sign !== undefined && sign !== '-';
  for (const text of texts) {
    const covered = new Set<number>();
    for (const secret of secrets)
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        const end = at + secret.length;
        const isCut =
          (isWord(text[at - 1]) && isWord(text[at])) || (isWord(text[end - 1]) && isWord(text[end]));
        if (!isCut) for (let place = at; place < end; place += 1) covered.add(place);
      }
    const places = findKnownSecrets(text, known(...secrets)).flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, n) => start + n),
    );
    expect([...new Set(places)].sort()).toEqual([...covered].sort());
  }
});
