jest.mock('./preloadPage');

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
