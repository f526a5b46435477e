/**
 * Runs inside the measured page before its own scripts, uncompiled: a compiler's helpers would be missing there. Keeps what the page
 * itself observes of its visit in `observed`; `rowSelector` is set by the bench.
 */
/* global document, performance, PerformanceObserver, requestAnimationFrame, rowSelector */

// What a page fetches at rest is no part of its first load; on a slow machine it would come before the load has ended.
globalThis.requestIdleCallback = () => 0;

const observed = { lcp: NaN, rows: NaN, shift: 0, blocking: 0 };
globalThis.observed = observed;

const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe('largest-contentful-paint', ({ startTime }) => (observed.lcp = startTime));
observe('layout-shift', ({ value }) => (observed.shift += value));
observe('longtask', ({ duration }) => (observed.blocking += duration - 50));

const look = () => {
  if (document.querySelector(rowSelector)) observed.rows = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
