/** Test setup for jsdom: inert stubs for layout and media queries, DOM matchers, longer timeouts, and empty storage. */
import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// Slow is not broken: on a busy machine, the first dialog alone can take seconds.
configure({ asyncUtilTimeout: 10_000 });

// Keeps state in browser storage from leaking into the next test.
beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

// Tests load no style sheets, and antd keeps closed layers in the document, hidden by a class.
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

// React's scheduler waits forever for its message, so a test with fake timers must not block the tests after it.
const inLaterTask = window.setTimeout.bind(window);

/** A port that delivers messages to its peer in a later task. Node's own ports would keep the process alive. */
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

// Nothing is painted here, so the page is idle as soon as the current task ends.
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

// jsdom has no performance entries.
if (!('getEntriesByType' in performance)) Object.assign(performance, { getEntriesByType: () => [] });

if (!Element.prototype.scrollIntoView) Element.prototype.scrollIntoView = () => {};

// jsdom logs "not implemented" for these; tests that depend on them use spies.
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
 * jsdom matches each element that a query visits against every rule of its default style sheet: a fifth of the time of a page's tests. No
 * other style sheets are loaded, so styles are cached by element name, except for elements that an attribute or the rule above hides. The
 * second argument (pseudo-element), which layout libraries pass to measure scroll bars, is dropped because jsdom rejects it.
 */
window.getComputedStyle = (element) => {
  if (ownStyle(element)) return computedStyle(element);
  const style =
    styles.get(element.localName) ??
    computedStyle(document.createElementNS(element.namespaceURI, element.localName));
  styles.set(element.localName, style);
  return style;
};
