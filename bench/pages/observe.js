/**
 * Runs in the measured page before its own scripts, uncompiled, because compiler helpers would be missing there. Records load metrics in
 * `observed`; the benchmark sets `selectors`.
 */
/* global document, performance, PerformanceObserver, requestAnimationFrame, selectors */

const observed = { rows: null, usable: null, largestPaint: null, shift: 0, blocking: 0 };
globalThis.observed = observed;

const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe('largest-contentful-paint', ({ startTime }) => (observed.largestPaint = startTime));
observe('layout-shift', ({ value }) => (observed.shift += value));
observe('longtask', ({ duration }) => (observed.blocking += duration - 50));

const isShown = (selector) => document.querySelector(selector)?.checkVisibility() === true;

// Elements found before a frame are on the screen after it.
const sampleFrame = () => {
  const rows = isShown(selectors.rows);
  const usable = rows && isShown(selectors.control);
  requestAnimationFrame(() => {
    if (rows) observed.rows ??= performance.now();
    if (usable) observed.usable ??= performance.now();
    else sampleFrame();
  });
};
requestAnimationFrame(sampleFrame);
