/** A message to the support: the spec's sentences, what goes along with it, and the same as a mail. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { shownFacts, type BuildFacts } from './buildInfo';

/** Longest description of an issue. */
export const MAX_MESSAGE = 4000;

export const SENT = 'Support request sent. Our team will reach out.';
const SEND_FAILED = 'Failed to send support request';
const TOO_SOON = 'Please wait before sending another support request.';

/** Below a refusal to take two messages at once, when the first may have arrived. */
const PERHAPS_SENT =
  'We didn’t get a response to your first try, so your message may already have been sent.';

/**
 * The texts for a request that failed; `detail` adds the reason where the title gives none.
 * @param isAgain whether the answer to the same message was lost before.
 */
export function sendProblem(error: unknown, isAgain = false): { title: string; detail?: string | null } {
  if (error instanceof ApiError && error.status === 429)
    return { title: error.detail ?? TOO_SOON, ...(isAgain && { detail: PERHAPS_SENT }) };
  if (error instanceof ApiError)
    return { title: SEND_FAILED, detail: error.detail ?? `HTTP error ${error.status}` };
  return { title: SEND_FAILED, detail: error instanceof Error ? error.message : null };
}

export interface RequestContext {
  current_url: string;
  user_agent: string;
  user_email: string | null;
}

/** The service takes no longer facts than this. */
const MAX_FACT = 2000;

/** The address without what follows `?about`, which says nothing about the page. */
export function requestContext(url: URL, userAgent: string, email: string | null): RequestContext {
  const page = new URL(url);
  page.searchParams.delete('about');
  return {
    current_url: page.toString().slice(0, MAX_FACT),
    user_agent: userAgent.slice(0, MAX_FACT),
    user_email: email,
  };
}

export function requestBody(message: string, frontend: BuildFacts, context: RequestContext) {
  return { message: message.trim(), frontend, context };
}

const MAIL_SUBJECT = 'Hindsight support request';

/**
 * Opens the person's own mail program with everything written down.
 * @param recipient null where the installation configures none: the person then chooses.
 */
export function mailtoUrl(
  recipient: string | null,
  message: string,
  builds: { frontend: BuildFacts; backend: BuildFacts | null },
  context: RequestContext,
): string {
  const lines = (title: string, facts: BuildFacts | null) => [
    title,
    ...(facts
      ? shownFacts(facts).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
      : ['unknown']),
    '',
  ];
  const body = [
    message.trim(),
    '',
    '---',
    ...lines('Dashboard', builds.frontend),
    ...lines('Service', builds.backend),
    `Page: ${context.current_url}`,
    `Browser: ${context.user_agent}`,
    ...(context.user_email ? [`Account: ${context.user_email}`] : []),
  ].join('\r\n');
  return `mailto:${recipient ?? ''}?subject=${encodeURIComponent(MAIL_SUBJECT)}&body=${encodeURIComponent(body)}`;
}
