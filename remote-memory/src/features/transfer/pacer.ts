/** Divides long work in the page's own thread, because a remote of another origin cannot start a worker under the page's policy. */

/** Work of one go, in milliseconds: less than a person notices. */
const VISIBLE_MS = 12;
/** Nobody looks at a hidden page, whose timers run once a second. */
const HIDDEN_MS = 500;

/** @returns a function to call between small pieces of work: it lets the page draw when a go is over, and rejects after an abort. */
export function createPacer(signal: AbortSignal): () => Promise<void> | void {
  const end = () => performance.now() + (document.hidden ? HIDDEN_MS : VISIBLE_MS);
  let until = end();
  return () => {
    if (performance.now() < until) return;
    return new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        until = end();
        if (signal.aborted) reject(signal.reason as Error);
        else resolve();
      });
    });
  };
}
