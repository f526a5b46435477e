/** Hears every complaint of the browser; a test names the ones it provokes, any other one fails it. */
import type { BrowserContext } from '@playwright/test';

/** What the browser reports when a page asks who is signed in, and no one is. */
export const NOT_SIGNED_IN = /401 .*\/api\/user-info/;

/** What a page asks though the session is over, or what it asked just before: the gateway cuts that off. */
export const ASKED_WITHOUT_SESSION = /status of 401|ERR_EMPTY_RESPONSE/;

/** The gateway's answer without the service (502), and the service's own to what still reaches it while it stops (503). */
export const NO_SERVICE = /status of 50[23]/;
/** Said by Chrome three seconds after a page has loaded, of files that wait: until the service is back, or because their release does not start. */
export const UNUSED_PRELOAD = /preloaded using link preload/;

/** The stream of changes breaks whenever a service stops; pages poll then. */
const LIVE_CHANGES = /\/api\/events\b/;

/** What a page reports about its releases is lost while its server is away. */
const RELEASE_REPORTS = /\/release-reports\b/;

export class Watch {
  private readonly complaints: string[] = [];
  private readonly announced: RegExp[] = [];
  private readonly tolerated: RegExp[] = [LIVE_CHANGES, RELEASE_REPORTS];

  /** Announces complaints that match; at least one must come. */
  expect(...patterns: RegExp[]): void {
    this.announced.push(...patterns);
  }

  /** Accepts complaints that come or do not come depending on which of two things is faster. */
  tolerate(...patterns: RegExp[]): void {
    this.tolerated.push(...patterns);
  }

  /** Complaints so far, e.g. `console error: … [http://localhost:3000/…]`. */
  heard(): readonly string[] {
    return this.complaints;
  }

  /** Listens to every page of a context, from before its first document. */
  async attach(context: BrowserContext): Promise<void> {
    const recordComplaint = (kind: string, text: string, where = '') =>
      this.complaints.push(`${kind}: ${text}${where ? ` [${where}]` : ''}`);
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        recordComplaint(`console ${message.type()}`, message.text(), message.location().url);
      }
    });
    context.on('weberror', (error) => {
      const { name, message, stack } = error.error();
      recordComplaint('page error', `${name}: ${message}`, stack);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'unknown';
      // The page itself gave the request up: it left, or its answer was not wanted any more.
      if (reason !== 'net::ERR_ABORTED') recordComplaint('request failed', reason, request.url());
    });
    await context.exposeBinding('reportPolicyViolation', (_source, text: string) => {
      recordComplaint('policy violation', text);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = (globalThis as unknown as { reportPolicyViolation(text: string): void })
          .reportPolicyViolation;
        report(`${event.effectiveDirective} stopped ${event.blockedURI} on ${event.documentURI}`);
      });
    });
  }

  /** What is wrong with what was heard, one line each; empty when everything is as announced. */
  verdict(): string[] {
    const known = [...this.announced, ...this.tolerated];
    const unexpected = this.complaints.filter(
      (complaint) => !known.some((pattern) => pattern.test(complaint)),
    );
    const missing = this.announced.filter(
      (pattern) => !this.complaints.some((complaint) => pattern.test(complaint)),
    );
    return [
      ...unexpected.map((complaint) => `not announced: ${complaint}`),
      ...missing.map((pattern) => `announced, but it did not happen: ${String(pattern)}`),
    ];
  }
}
