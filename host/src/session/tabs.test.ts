import { createTabs, type TabMessage } from './tabs';

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

  it('reaches the other tabs, not itself, until they stop listening', () => {
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

  it('does not hear what it does not know', () => {
    const heard = jest.fn();
    createTabs().listen(heard);
    for (const data of [null, 'text', { kind: 'elsewhere' }]) new Channel().postMessage(data);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('without a channel', () => {
  beforeEach(() => Object.assign(globalThis, { BroadcastChannel: undefined }));

  it('speaks by the storage, and the same words twice are two messages', () => {
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

  it('is silent where storage is forbidden', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(() => createTabs().post(message)).not.toThrow();
  });
});
