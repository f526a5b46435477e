import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { useDraft } from './draft';
import {
  choiceParameter,
  optionalParameter,
  readView,
  textParameter,
  viewKey,
  writeView,
} from './parameters';
import { lastPage, useClampedPage } from './useClampedPage';
import { useListView } from './useListView';

describe('parameters', () => {
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

  it('reads values from the URL and treats malformed ones as absent', () => {
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

  it('writes values that differ from the fallback and keeps foreign parameters', () => {
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
});

describe('useListView', () => {
  const PARAMETERS = {
    search: textParameter(),
    id: textParameter((text) => text === '' || /^\d+$/.test(text)),
    sort: choiceParameter(['recent', 'oldest'], 'recent'),
  };
  const ROWS = 30;
  const SIZE = 12;

  /** Number of renders of the page. */
  let renders = 0;

  interface FieldProps {
    label: string;
    name: 'search' | 'id';
    list: ReturnType<typeof useListView<typeof PARAMETERS>>;
  }

  function Field({ label, name, list }: FieldProps) {
    const draft = useDraft(list, name);
    return (
      <input
        aria-label={label}
        value={draft}
        onChange={({ target }) => list.type({ [name]: target.value })}
      />
    );
  }

  function List() {
    const list = useListView(PARAMETERS, 500);
    const { view, show } = list;
    useEffect(() => {
      renders += 1;
    });
    const { page, isPastEnd } = useClampedPage(view.page, { total: ROWS, size: SIZE, show });
    return (
      <>
        <Field label="Search" name="search" list={list} />
        <Field label="Id" name="id" list={list} />
        <button onClick={() => show({ sort: 'oldest' })}>Oldest</button>
        <button onClick={() => show({ page: 2 })}>Second</button>
        <button onClick={() => show({ search: '', id: '' })}>Clear</button>
        <output>{JSON.stringify({ ...view, page, isPastEnd })}</output>
      </>
    );
  }

  async function open(address: string) {
    const opened = await renderRoutes([{ path: '*', load: async () => List }], address, fakeShell());
    await screen.findByRole('status');
    return opened;
  }
  const address = () => window.location.search + window.location.hash;
  const shown = () => JSON.parse(screen.getByRole('status').textContent) as Record<string, unknown>;
  const field = (name: string) => screen.getByRole('textbox', { name });
  const write = (text: string, name = 'Search') => fireEvent.change(field(name), { target: { value: text } });
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('updates the URL after a debounce, on page 1, by replacement, keeping foreign parameters', async () => {
    await open('/list?page=2&block=b#notes');
    const entries = window.history.length;
    write(' slow ');
    expect(shown()).toMatchObject({ search: '', page: 2 });
    await wait(499);
    expect(address()).toBe('?page=2&block=b#notes');
    await wait(1);
    expect(address()).toBe('?block=b&search=slow#notes');
    expect(shown()).toMatchObject({ search: 'slow', page: 1 });
    expect(field('Search')).toHaveValue(' slow ');
    expect(window.history).toHaveLength(entries);
  });

  it('rerenders only the control while a person types', async () => {
    await open('/list');
    const before = renders;
    write('s');
    write('sl');
    expect(field('Search')).toHaveValue('sl');
    expect(renders).toBe(before);
  });

  it('keeps a letter typed before its own URL update arrives', async () => {
    await open('/list');
    write('ab');
    await act(async () => {
      jest.advanceTimersByTime(500);
      write('abc');
      await Promise.resolve();
    });
    expect(address()).toBe('?search=ab');
    expect(field('Search')).toHaveValue('abc');
    await wait(500);
    expect(address()).toBe('?search=abc');
  });

  it('lets Back and links replace pending input', async () => {
    const { router } = await open('/list?search=first');
    await act(async () => void router.navigate('/list?search=second'));
    expect(field('Search')).toHaveValue('second');
    write('third');
    await act(async () => void router.navigate(-1));
    await waitFor(() => expect(field('Search')).toHaveValue('first'), { interval: 1 });
    await wait(1000);
    expect(address()).toBe('?search=first');
  });

  it('does not apply an invalid filter and clears it at once', async () => {
    await open('/list');
    write('x', 'Id');
    await wait(2000);
    expect(address()).toBe('');
    write('7', 'Id');
    await wait(500);
    expect(address()).toBe('?id=7');
    await press('Clear');
    expect(address()).toBe('');
    expect(field('Id')).toHaveValue('');
  });

  it('applies a sort order at once and keeps pending input', async () => {
    await open('/list?page=2');
    write('slow');
    await press('Oldest');
    expect(address()).toBe('?sort=oldest');
    expect(field('Search')).toHaveValue('slow');
    await wait(500);
    expect(address()).toBe('?sort=oldest&search=slow');
    await press('Second');
    expect(address()).toBe('?sort=oldest&search=slow&page=2');
  });

  it('shows page 1 as soon as the workspace changes', async () => {
    const { switchTo } = await open('/list?page=2&sort=oldest');
    await wait(1000);
    expect(shown()).toMatchObject({ page: 2 });
    await switchTo(fakeShell({ scope: { scope: 'organization', organizationId: 'o1' } }));
    expect(shown()).toMatchObject({ page: 1 });
    expect(address()).toBe('?sort=oldest');
    await press('Second');
    expect(shown()).toMatchObject({ page: 2 });
  });

  it('replaces a page past the end with the last one', async () => {
    await open('/list?page=9');
    expect(shown()).toMatchObject({ page: 3, isPastEnd: false });
    expect(address()).toBe('?page=3');
  });

  it.each([
    [0, 1],
    [12, 1],
    [13, 2],
  ])('spreads %i rows over %i pages', (total, pages) => expect(lastPage(total, SIZE)).toBe(pages));
});
