const answer = Promise.resolve(new Response('{}'));

function boot() {
  const asked = jest.spyOn(globalThis, 'fetch').mockReturnValue(answer);
  jest.isolateModules(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the script runs when it is loaded, and must run again in each test.
    require('./boot');
  });
  return asked;
}

beforeEach(() => {
  document.documentElement.className = '';
});

afterEach(() => void window.__HINDSIGHT_BOOT__?.keptKeys.take());

it("applies the system's theme and asks who is signed in", () => {
  const asked = boot();
  expect(document.documentElement).toHaveClass('theme-light', { exact: true });
  expect(asked).toHaveBeenCalledWith('/api/user-info', {
    credentials: 'include',
    headers: { Accept: 'application/json' },
  });
  expect(window.__HINDSIGHT_BOOT__?.userInfo).toBe(answer);
});

it('applies the theme that the person chose', () => {
  localStorage.setItem('hindsight.theme', 'dark');
  localStorage.setItem('hindsight.sidebar', 'collapsed');
  boot();
  expect(document.documentElement).toHaveClass('theme-dark rail-collapsed', { exact: true });
});

it('does not ask for a guest', () => {
  sessionStorage.setItem('GUEST_MODE', 'true');
  const asked = boot();
  expect(asked).not.toHaveBeenCalled();
  expect(window.__HINDSIGHT_BOOT__).toMatchObject({ userInfo: null, first: null });
});

it('starts when storage is forbidden', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  boot();
  expect(document.documentElement).toHaveClass('theme-light');
});

it('keeps the last press on a button until the program repeats it', () => {
  document.body.innerHTML = '<a href="#there">Link</a><button>Menu</button><button><i>Search</i></button>';
  const pressed: string[] = [];
  boot();
  for (const place of ['a', 'button', 'i', 'a']) document.querySelector<HTMLElement>(place)!.click();
  document.body.addEventListener('click', ({ target }) => pressed.push((target as Element).textContent));
  window.__HINDSIGHT_BOOT__!.repeatPress();
  expect(pressed).toEqual(['Search']);
});

const PALETTE = '<button aria-keyshortcuts="Control+K Meta+K">Search</button><button>Menu</button>';
/** Presses keys as a browser does: `^k` with Control. Answers whether each was kept from the page and the browser. */
const type = (...keys: string[]) =>
  keys.map((name) => {
    const key = name.replace('^', '');
    const event = { key, ctrlKey: key !== name, bubbles: true, cancelable: true };
    return !document.body.dispatchEvent(new KeyboardEvent('keydown', event));
  });

it('keeps what is typed after Ctrl+K, until the palette takes it', () => {
  boot();
  const kept = window.__HINDSIGHT_BOOT__!.keptKeys;
  expect(type('x', 'Enter')).toEqual([false, false]);
  expect(kept.isPaletteAsked()).toBe(false);
  expect(type('^k', 'd', 'n', 'Tab', 'Enter')).toEqual([true, true, true, false, true]);
  expect(kept.isPaletteAsked()).toBe(true);
  expect(kept.take()).toEqual(['d', 'n', 'Enter']);
  expect(type('^k', 's')).toEqual([false, false]);
});

it.each([
  ['the button of the palette', () => document.querySelectorAll('button')[0]!.click(), true],
  [
    'another button after it',
    () => document.querySelectorAll('button').forEach((button) => button.click()),
    false,
  ],
  ['Ctrl+K once more', () => type('^k', 'd', '^k'), false],
  ['Escape', () => type('^k', 'd', 'Escape'), false],
])('knows after %s whether the palette is asked for', (_, act, expected) => {
  document.body.innerHTML = PALETTE;
  boot();
  act();
  type('s');
  const kept = window.__HINDSIGHT_BOOT__!.keptKeys;
  expect([kept.isPaletteAsked(), kept.take()]).toEqual([expected, expected ? ['s'] : []]);
});
