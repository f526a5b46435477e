/** Fails a test on unexpected console errors, policy violations or failed requests; expected ones are declared. */
import type { BrowserContext } from '@playwright/test';

/** Browser error when a page asks who is signed in and no one is. */
export const NOT_SIGNED_IN = /401 .*\/api\/user-info/;

/** Requests after the session ended, or just before: the gateway cuts those off. */
export const ASKED_WITHOUT_SESSION = /status of 401|ERR_EMPTY_RESPONSE/;

/** The gateway's response without the service (502), and that of a stopping service (503). */
export const NO_SERVICE = /status of 50[23]/;
/** Chrome's warning three seconds after load about unused files: the service is down, or their release does not start. */
export const UNUSED_PRELOAD = /preloaded using link preload/;

/** The stream of changes breaks whenever a service stops; pages then poll. */
const LIVE_CHANGES = /\/api\/events\b/;

/** Release reports are lost while their server is down. */
const RELEASE_REPORTS = /\/release-reports\b/;

export class Watch {
  private readonly complaints: string[] = [];
  private readonly announced: RegExp[] = [];
  private readonly tolerated: RegExp[] = [LIVE_CHANGES, RELEASE_REPORTS];

  /** Declares errors that match; at least one must occur. */
  expect(...patterns: RegExp[]): void {
    this.announced.push(...patterns);
  }

  /** Tolerates errors that depend on a race. */
  tolerate(...patterns: RegExp[]): void {
    this.tolerated.push(...patterns);
  }

  /** Errors so far, e.g. `console error: … [http://localhost:3000/…]`. */
  heard(): readonly string[] {
    return this.complaints;
  }

  /** Listens to every page of a context, starting before its first document. */
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
      // Aborted by the page itself: it navigated away or no longer needed the response.
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

  /** Unexpected and missing errors, one line each; empty when all is as declared. */
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
      ...missing.map((pattern) => `declared, but did not occur: ${String(pattern)}`),
    ];
  }
}
