import { developmentHeaders } from './developmentHeaders';
import { loginPath, returnTarget, signOutUrl } from './links';
import { createTabs } from './tabs';
import type { TabMessage } from './tabs';

describe('links', () => {
  it("signs out to the site's origin, and to / in development mode", () => {
    expect(signOutUrl('https://memory.example', false)).toBe(
      '/oauth2/sign_out?rd=https%3A%2F%2Fmemory.example',
    );
    expect(signOutUrl('https://memory.example', true)).toBe('/');
  });

  it('carries the requested page to the sign-in page and back', () => {
    const login = loginPath('/memory-blocks?search=a#x');
    expect(returnTarget(new URL(login, 'http://x').search)).toBe('/memory-blocks?search=a#x');
    expect([loginPath('/'), loginPath('/dashboard')]).toEqual(['/login', '/login']);
  });

  it.each([
    '',
    'https://elsewhere.example/x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    'memory-blocks',
    '/login',
    '/login?rd=/login',
    '/oauth2/sign_out',
  ])('rejects %j as a return target', (target) => {
    expect(returnTarget(`?rd=${encodeURIComponent(target)}`)).toBeNull();
  });
});

describe('developmentHeaders', () => {
  const developer = { email: 'dev@localhost', name: 'Development User' };
  const headers = { 'X-Auth-Request-Email': 'dev@localhost', 'X-Auth-Request-User': 'Development User' };

  it.each([
    ['localhost', developer, headers],
    ['127.0.0.1', developer, headers],
    ['[::1]', developer, headers],
    ['host.docker.internal', developer, headers],
    ['dashboard.example.org', developer, {}],
    ['localhost.example.org', developer, {}],
    ['localhost', null, {}],
  ])('claims an identity only on local hosts: %s', (hostname, given, expected) => {
    expect(developmentHeaders(given, hostname)).toEqual(expected);
  });
});

describe('tabs', () => {
  const message: TabMessage = { kind: 'guest', on: true };

  class Channel extends EventTarget {
    static open: Channel[] = [];
    constructor() {
      super();
      Channel.open.push(this);
    }
    close() {
      Channel.open = Channel.open.filter((one) => one !== this);
    }
    postMessage(data: unknown) {
      for (const other of Channel.open) {
        if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
      }
    }
  }

  const real = globalThis.BroadcastChannel;
  afterEach(() => Object.assign(globalThis, { BroadcastChannel: real }));

  describe('with a channel', () => {
    beforeEach(() => {
      Channel.open = [];
      Object.assign(globalThis, { BroadcastChannel: Channel });
    });

    it('delivers messages to the other tabs until they stop listening', () => {
      const [one, two] = [createTabs(), createTabs()];
      const heard: unknown[] = [];
      const stopOne = one.listen(() => heard.push('own words'));
      const stopTwo = two.listen((said) => heard.push(said));
      one.post(message);
      stopTwo();
      one.post(message);
      expect(heard).toEqual([message]);
      stopOne();
      expect(Channel.open).toEqual([]);
    });

    it('ignores unknown messages', () => {
      const heard = jest.fn();
      createTabs().listen(heard);
      for (const data of [null, 'text', { kind: 'elsewhere' }]) new Channel().postMessage(data);
      expect(heard).not.toHaveBeenCalled();
    });
  });

  describe('without a channel', () => {
    beforeEach(() => Object.assign(globalThis, { BroadcastChannel: undefined }));

    it('posts through storage events, and delivers identical messages separately', () => {
      const kept = jest.spyOn(Storage.prototype, 'setItem');
      const tabs = createTabs();
      tabs.post(message);
      tabs.post(message);
      const [first, second] = kept.mock.calls.map(([, value]) => value);
      expect(first).not.toBe(second);
      const heard = jest.fn();
      tabs.listen(heard);
      for (const newValue of [first!, null, '{broken', '{"kind":"elsewhere"}']) {
        window.dispatchEvent(new StorageEvent('storage', { key: 'hindsight.tabs', newValue }));
      }
      window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: first }));
      expect(heard).toHaveBeenCalledTimes(1);
      expect(heard).toHaveBeenCalledWith(expect.objectContaining(message));
    });

    it('ignores forbidden storage', () => {
      jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
      expect(() => createTabs().post(message)).not.toThrow();
    });
  });
});
