/** What jsdom has no engine for (layout, media queries), as inert stubs; the DOM matchers, longer timeouts and an empty storage. */
import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// A page that comes late is not a broken page: on a busy machine the first dialog alone can take seconds.
configure({ asyncUtilTimeout: 10_000 });

// What the browser remembers of one test would change the next.
beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

// Tests have no style sheets, and antd leaves layers that were closed in the document, hidden by a class.
const closed = document.createElement('style');
closed.textContent = '.ant-tooltip-hidden, .ant-select-dropdown-hidden { display: none }';
document.head.append(closed);

class InertObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

for (const name of ['ResizeObserver', 'IntersectionObserver']) {
  if (!(name in window)) Object.defineProperty(window, name, { writable: true, value: InertObserver });
}

// React's scheduler waits for its message for ever: a test that stops the clock must not stop those after it.
const inLaterTask = window.setTimeout.bind(window);

/** A port whose message reaches its peer in a later task. Node's own ports would keep the process alive. */
class TaskPort {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  peer: TaskPort | null = null;
  postMessage(data: unknown) {
    inLaterTask(() => this.peer?.onmessage?.({ data }), 0);
  }
  close() {
    this.peer = null;
  }
}

if (!('MessageChannel' in window)) {
  const make = function (this: { port1: TaskPort; port2: TaskPort }) {
    this.port1 = new TaskPort();
    this.port2 = new TaskPort();
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  };
  Object.defineProperty(window, 'MessageChannel', { writable: true, value: make });
}

// Nothing is painted here, so the page is idle as soon as the task under way has ended.
if (!('requestIdleCallback' in window)) {
  const deadline: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 };
  Object.assign(window, {
    requestIdleCallback: (task: IdleRequestCallback) => window.setTimeout(() => task(deadline)),
    cancelIdleCallback: (id: number) => window.clearTimeout(id),
  });
}

if (!window.matchMedia) {
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: (query: string): MediaQueryList => ({
      matches: false,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent: () => false,
    }),
  });
}

// jsdom measures nothing.
if (!('getEntriesByType' in performance)) Object.assign(performance, { getEntriesByType: () => [] });

if (!Element.prototype.scrollIntoView) Element.prototype.scrollIntoView = () => {};

// jsdom prints "not implemented" for these; a test that cares spies on them.
window.scrollTo = () => {};
const computedStyle = window.getComputedStyle.bind(window);
const styles = new Map<string, CSSStyleDeclaration>();
const ownStyle = (element: Element) =>
  element.hasAttribute('style') ||
  element.hasAttribute('hidden') ||
  /^(audio|dialog|input)$/.test(element.localName) ||
  element.parentElement?.localName === 'details' ||
  /-hidden\b/.test(element.getAttribute('class') ?? '');

/**
 * For each element that a query looks at, jsdom tries each rule of its own style sheet: a fifth of the time of a page's tests. There
 * are no sheets of ours, so all elements of one name look alike, save those that an attribute or the rule above hides. The second
 * argument (pseudo element) is what jsdom refuses; layout libraries pass it while measuring scroll bars.
 */
window.getComputedStyle = (element) => {
  if (ownStyle(element)) return computedStyle(element);
  const style =
    styles.get(element.localName) ??
    computedStyle(document.createElementNS(element.namespaceURI, element.localName));
  styles.set(element.localName, style);
  return style;
};
