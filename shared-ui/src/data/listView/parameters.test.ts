import {
  choiceParameter,
  optionalParameter,
  readView,
  textParameter,
  viewKey,
  writeView,
} from './parameters';

const PARAMETERS = {
  search: textParameter(),
  id: textParameter(undefined, (text) => text.trim().toLowerCase()),
  size: choiceParameter([12, 24, 48], 12),
  sort: choiceParameter(['recent', 'oldest'], 'recent'),
  status: optionalParameter(['open', 'done']),
};
const EMPTY = { search: '', id: '', size: 12, sort: 'recent', status: null, page: 1 } as const;

const read = (query: string) => readView(PARAMETERS, new URLSearchParams(query));
const write = (query: string, change: object) =>
  writeView(PARAMETERS, new URLSearchParams(query), change).toString();

it('reads what the address names and takes what cannot be read as absent', () => {
  expect(read('')).toEqual(EMPTY);
  expect(read('search=+a+&id=AB&size=48&sort=oldest&status=done&page=3')).toEqual({
    search: 'a',
    id: 'ab',
    size: 48,
    sort: 'oldest',
    status: 'done',
    page: 3,
  });
  expect(read('size=13&sort=x&status=x')).toEqual(EMPTY);
});

it.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=', 'page=99999999999999', ''])(
  'reads page 1 from "%s"',
  (query) => expect(read(query).page).toBe(1),
);

it('writes what differs from the fallback and keeps the parameters of others', () => {
  expect(write('block=b', { page: 2, size: 24, sort: 'oldest', search: ' x ' })).toBe(
    'block=b&search=x&size=24&sort=oldest&page=2',
  );
  expect(write('page=2&size=24&sort=oldest&status=done', EMPTY)).toBe('');
  expect(write('search=a&from=mail', { search: '  ' })).toBe('from=mail');
  expect(write('search=a&sort=oldest', { status: 'open' })).toBe('search=a&sort=oldest&status=open');
});

it('gives views with the same filters and order the same key', () => {
  expect(viewKey(PARAMETERS, read('id=AB&search=a&page=2'))).toBe(
    viewKey(PARAMETERS, read('search=a+&id=ab')),
  );
  expect(viewKey(PARAMETERS, read('search=a'))).not.toBe(viewKey(PARAMETERS, read('search=b')));
});
