import { act, Suspense, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { installForeignDom, isForeignDomError } from './foreignDom';
import { TRANSLATORS } from './testing';

let root: Root;
let page: HTMLElement;
let undo: () => void;
let failures: unknown[];

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  undo = installForeignDom();
  failures = [];
  page = document.createElement('main');
  document.body.append(page);
  root = createRoot(page, { onUncaughtError: (error) => void failures.push(error) });
});

afterEach(async () => {
  await act(() => root.unmount());
  undo();
  document.body.replaceChildren();
  expect(failures).toEqual([]);
});

const show = (content: ReactNode) => act(() => root.render(content));

/** Visible text; the fake translators add marks and capitals, which are removed. */
const read = (below: Element = page) => below.textContent!.replace(/[<>]/g, '').toLowerCase();

const Count = ({ at }: { at: number }) => (
  <p>
    Page {at} of {3}
  </p>
);
const Results = ({ busy, error }: { busy?: boolean; error?: string }) => (
  <div>
    {busy && 'Searching '}
    Results {error}
    {busy ? <b>now</b> : 'done'}
  </div>
);
const List = ({ of }: { of: string[] }) => (
  <div>
    All:
    {of.map((name) => (
      <li key={name}>{name}</li>
    ))}
    {of.map((name) => `${name} `)}
  </div>
);
const Loaded = ({ text }: { text: Promise<string> }) => use(text);
const Waiting = ({ text }: { text: Promise<string> }) => (
  <Suspense fallback="Loading">
    Here: <Loaded text={text} />
  </Suspense>
);
const ready = Object.assign(Promise.resolve('first'), { status: 'fulfilled', value: 'first' });

/** Content before and after a foreign DOM change, and the expected text. */
const CHANGES: [string, ReactNode, ReactNode, string][] = [
  ['a text among others changes', <Count key="" at={1} />, <Count key="" at={2} />, 'page 2 of 3'],
  ['the only text of an element changes', <p key="">Loading</p>, <p key="">Done</p>, 'done'],
  ['texts become an element', <Results key="" />, <Results key="" busy />, 'searching results now'],
  [
    'an element becomes texts',
    <Results key="" busy />,
    <Results key="" error="of x " />,
    'results of x done',
  ],
  ['rows go', <List key="" of={['a', 'b', 'c']} />, <List key="" of={['b']} />, 'all:bb '],
  ['rows come', <List key="" of={['b']} />, <List key="" of={['a', 'b', 'c']} />, 'all:abca b c '],
  [
    'rows change places',
    <List key="" of={['a', 'b', 'c']} />,
    <List key="" of={['c', 'a', 'b']} />,
    'all:cabc a b ',
  ],
  [
    'an element gets another kind of children',
    <p key="">None</p>,
    <p key="">
      {1}
      <b>of</b>
    </p>,
    '1of',
  ],
  [
    'an element gets a text alone',
    <p key="">
      {1}
      <b>of</b>
    </p>,
    <p key="">None</p>,
    'none',
  ],
  ['the page is another', <List key="1" of={['a']} />, <Count key="2" at={1} />, 'page 1 of 3'],
  ['the page is gone', <List key="" of={['a', 'b']} />, null, ''],
];

describe.each(Object.entries(TRANSLATORS))('after something %s', (_name, translate) => {
  it.each(CHANGES)('shows what React renders when %s', async (_change, before, after, text) => {
    await show(before);
    translate(page);
    await show(after);
    expect(read()).toBe(text);
  });

  it('keeps up when the text changes back and forth', async () => {
    for (const at of [1, 2, 3, 2]) {
      await show(<Count at={at} />);
      expect(read()).toBe(`page ${at} of 3`);
      translate(page);
    }
  });

  it('replaces the fallback of a suspended part with its content', async () => {
    let arrive!: (text: string) => void;
    const later = new Promise<string>((resolve) => (arrive = resolve));
    await show(<Waiting text={later} />);
    translate(page);
    await act(async () => arrive('late'));
    expect(read()).toBe('here: late');
  });

  it('hides and shows a part that suspends again', async () => {
    await show(<Waiting text={ready} />);
    translate(page);
    let arrive!: (text: string) => void;
    const later = new Promise<string>((resolve) => (arrive = resolve));
    await show(<Waiting text={later} />);
    expect(read()).toContain('loading');
    translate(page);
    await act(async () => arrive('second'));
    expect(read()).toBe('here: second');
  });

  it('updates and closes a dialog in the body', async () => {
    const Dialog = ({ name }: { name: string }) =>
      createPortal(<div role="dialog">Delete {name}?</div>, document.body);
    await show(<Dialog name="one" />);
    translate(document.body);
    await show(<Dialog name="two" />);
    expect(read(document.querySelector('[role=dialog]')!)).toBe('delete two?');
    translate(document.body);
    await show('Deleted');
    expect(read(document.body)).toBe('deleted');
  });
});

describe('element changes by extensions', () => {
  const Rows = ({ of }: { of: string[] }) => of.map((name) => <li key={name}>{name}</li>);
  const row = (name: string) =>
    [...page.querySelectorAll('li')].find(({ textContent }) => textContent === name)!;
  const rows = () => [...page.querySelectorAll('li')].map(({ textContent }) => textContent);

  it('tolerates that React removes an already removed element', async () => {
    await show(<Rows of={['a', 'b', 'c']} />);
    row('b').remove();
    page.removeChild(row('c'));
    await show(<Rows of={['a']} />);
    expect(rows()).toEqual(['a']);
  });

  it.each([
    ['remove', () => row('b').remove()],
    ['removeChild', () => page.removeChild(row('b'))],
  ])('inserts at the former position of an element removed with %s', async (_method, remove) => {
    await show(<Rows of={['a', 'b', 'c']} />);
    remove();
    await show(<Rows of={['a', 'new', 'b', 'c']} />);
    expect(rows()).toEqual(['a', 'new', 'c']);
  });

  it('removes a moved element from its current position', async () => {
    await show(<Rows of={['a', 'b']} />);
    document.body.append(row('b'));
    await show(<Rows of={['a']} />);
    expect(document.body.textContent).toBe('a');
  });

  it('inserts before an element that was wrapped', async () => {
    await show(<Rows of={['a', 'b']} />);
    const wrapper = document.createElement('div');
    const wrapped = row('b');
    page.insertBefore(wrapper, wrapped);
    wrapper.appendChild(wrapped);
    await show(<Rows of={['a', 'new', 'b']} />);
    expect(rows()).toEqual(['a', 'new', 'b']);
  });

  it('appends when all later elements were removed', async () => {
    await show(<Rows of={['a', 'b']} />);
    row('b').remove();
    await show(<Rows of={['a', 'new', 'b']} />);
    expect(rows()).toEqual(['a', 'new']);
  });

  it('keeps additions to a form and the focus of its field', async () => {
    const Form = ({ error }: { error?: string }) => (
      <form>
        {error && <p>{error}</p>}
        <label>Name</label>
        <input />
      </form>
    );
    await show(<Form />);
    const field = page.querySelector('input')!;
    field.focus();
    const icon = document.createElement('pm-icon');
    field.after(icon);
    page.querySelector('form')!.append(document.createElement('input'));
    await show(<Form error="Empty" />);
    await show(<Form />);
    expect(page.querySelector('form')!.innerHTML).toBe(
      '<label>Name</label><input><pm-icon></pm-icon><input>',
    );
    expect(document.activeElement).toBe(field);
  });

  it('keeps additions to the body when a dialog opens and closes', async () => {
    const overlay = document.createElement('pm-overlay');
    document.body.append(overlay);
    await show(createPortal(<p>Open</p>, document.body));
    overlay.textContent = 'Fill in?';
    await show(null);
    expect(document.body.lastElementChild).toBe(overlay);
  });
});

it('keeps the translation of text that React does not change', async () => {
  await show(
    <>
      <p>Title</p>
      <Count at={1} />
    </>,
  );
  TRANSLATORS['replaced each text by an element']!(page);
  await show(
    <>
      <p>Title</p>
      <Count at={2} />
    </>,
  );
  expect(page.innerHTML).toBe('<p><font><font>&lt;Title&gt;</font></font></p><p>Page 2 of 3</p>');
});

it('still rejects values that are not nodes', () => {
  expect(() => page.removeChild(null as never)).toThrow(TypeError);
  expect(() => page.appendChild('text' as never)).toThrow(TypeError);
});

it('restores the native DOM methods on undo', () => {
  const { removeChild } = Node.prototype;
  undo();
  expect(Node.prototype.removeChild).not.toBe(removeChild);
  const stranger = document.createElement('p');
  expect(() => page.removeChild(stranger)).toThrow(DOMException);
});

it('distinguishes DOM errors from other errors', () => {
  expect(isForeignDomError(new DOMException('', 'NotFoundError'))).toBe(true);
  expect(isForeignDomError(new DOMException('', 'HierarchyRequestError'))).toBe(true);
  expect(isForeignDomError(new DOMException('', 'QuotaExceededError'))).toBe(false);
  expect(isForeignDomError(new Error('NotFoundError'))).toBe(false);
});
