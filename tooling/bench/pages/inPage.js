/**
 * Runs inside the measured page, uncompiled: a compiler's helpers would be missing there. Puts `bench` on the page.
 */
/* global document, location, performance, PerformanceObserver, requestAnimationFrame, Response */

// The bench waits until the network is idle, so this page has no stream of changes: it polls.
const send = globalThis.fetch;
globalThis.fetch = (input, init) =>
  String(input).includes('/api/events')
    ? Promise.resolve(new Response(null, { status: 204 }))
    : send(input, init);

globalThis.bench = {
  rows: Promise.resolve(NaN),

  /** From the next click to the frame after the one in which `ready` is in the document of `path`. */
  watchRows(path, ready) {
    this.rows = new Promise((resolve) => {
      const onClick = ({ timeStamp }) => {
        const look = () => {
          const isThere = location.pathname === path && document.querySelector(ready) !== null;
          requestAnimationFrame(isThere ? () => resolve(performance.now() - timeStamp) : look);
        };
        look();
      };
      globalThis.addEventListener('click', onClick, { capture: true, once: true });
    });
  },

  /** Keeps the time of every frame, of tasks over 50 ms, and from every key to the picture that shows it. */
  watchFrames() {
    const seen = { stamps: [], tasks: [], echoes: [] };
    const observe = (options, keep) =>
      new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe(options);
    observe({ type: 'longtask' }, ({ duration }) => seen.tasks.push(duration));
    observe({ type: 'event', durationThreshold: 16 }, ({ name, duration }) => {
      if (name === 'keydown') seen.echoes.push(duration);
    });
    const frame = (stamp) => {
      seen.stamps.push(stamp);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    this.seen = seen;
  },
};
