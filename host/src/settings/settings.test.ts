import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import { ASK_EVERY, createNewVersion } from './newVersion';
import { CONFIG_TIMEOUT_MS, readPageConfig, createSettings } from './settings';

describe('newVersion', () => {
  let served: string;
  let asked: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    asked = [];
    served = '<script src="/assets/unbuilt/main.1.js"></script>';
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      asked.push(String(input));
      return new Response(served);
    });
  });
  afterEach(() => jest.useRealTimers());

  it.each<[string, () => void, boolean]>([
    ['the same build', () => undefined, false],
    ['another host', () => (served = '<script src="/assets/2.0.0/main.1.js"></script>'), true],
    ['a page that is none', () => (served = 'down for maintenance'), false],
  ])('recognizes %s', async (_name, change, expected) => {
    const version = createNewVersion();
    change();
    await version.check();
    expect(version.get()).toBe(expected);
  });

  it('reports no new version when the server is unreachable', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('gone'));
    const version = createNewVersion();
    await version.check();
    expect(version.get()).toBe(false);
  });

  it('checks on return to the tab, but not too often', async () => {
    const version = createNewVersion();
    const stop = version.start();
    const comeBack = async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await jest.advanceTimersByTimeAsync(0);
    };
    await comeBack();
    expect([ASK_EVERY, asked.length]).toEqual([300_000, 0]);
    jest.advanceTimersByTime(ASK_EVERY);
    await comeBack();
    await comeBack();
    expect(asked).toEqual(['/']);
    stop();
  });
});

describe('settings', () => {
  const answer = (body: string, status = 200) => Promise.resolve(new Response(body, { status }));

  function pageWith(text: string | null): Document {
    const page = document.implementation.createHTMLDocument();
    if (text === null) return page;
    const script = page.createElement('script');
    script.id = 'config';
    script.textContent = text;
    page.head.append(script);
    return page;
  }

  it('reads the configuration embedded in the page', () => {
    expect(readPageConfig(pageWith('{"INVITATIONS_REFRESH_MS":5000}'))).toEqual({
      INVITATIONS_REFRESH_MS: 5000,
    });
  });

  it.each([null, '', 'null', '{broken'])('finds none in a page with %j', (text) => {
    expect(readPageConfig(pageWith(text))).toBeUndefined();
  });

  it('uses the embedded configuration at once, without a request', () => {
    const ask = jest.fn();
    const settings = createSettings({ inPage: { INVITATIONS_REFRESH_MS: '5000' }, ask, complain: jest.fn() });
    expect(settings.get().invitationRefreshMs).toBe(5000);
    expect(settings.ready).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it('requests the configuration when the page embeds none', async () => {
    const complain = jest.fn();
    const settings = createSettings({
      ask: () => answer('{"DONATE_URL":"https://give.example.org"}'),
      complain,
    });
    expect(settings.get()).toEqual(DEFAULT_CONFIG);
    await settings.ready;
    expect(settings.get().donateUrl).toBe('https://give.example.org');
    expect(complain).not.toHaveBeenCalled();
  });

  it.each<[string, (() => Promise<Response>) | undefined, number]>([
    ['there is no request to make', undefined, 0],
    ['there is no file', () => answer('', 404), 0],
    ['the server fails', () => answer('', 500), 1],
    ['the file is HTML', () => answer('<html>'), 1],
    ['the network is gone', () => Promise.reject(new TypeError('gone')), 1],
    ['a value is wrong', () => answer('{"INVITATIONS_REFRESH_MS":"soon"}'), 1],
  ])('keeps the defaults when %s', async (_name, ask, complaints) => {
    const complain = jest.fn();
    const settings = createSettings({ ask, complain });
    await settings.ready;
    expect(settings.get()).toEqual(DEFAULT_CONFIG);
    expect(complain).toHaveBeenCalledTimes(complaints);
  });

  it('does not wait for a silent server, but applies a late response', async () => {
    jest.useFakeTimers();
    let say: (response: Response) => void = () => undefined;
    const settings = createSettings({
      ask: () => new Promise((resolve) => (say = resolve)),
      complain: () => undefined,
    });
    let ready = false;
    void settings.ready?.then(() => (ready = true));
    await jest.advanceTimersByTimeAsync(CONFIG_TIMEOUT_MS);
    expect([CONFIG_TIMEOUT_MS, ready]).toEqual([2000, true]);
    jest.useRealTimers();
    const known = new Promise<void>((resolve) => settings.subscribe(resolve));
    say(new Response('{"SUPPORT_EMAIL":"help@example.org"}'));
    await known;
    expect(settings.get().supportEmail).toBe('help@example.org');
  });
});
