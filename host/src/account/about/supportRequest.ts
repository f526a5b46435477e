/** Support requests: the spec's texts, the request body, and the same content as an email. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { formatBuildFacts, type BuildFacts } from './buildInfo';

/** Maximum length of the description, in characters. */
export const MAX_MESSAGE = 4000;

export const SENT = 'Support request sent. Our team will reach out.';
const SEND_FAILED = 'Failed to send support request';
const TOO_SOON = 'Please wait before sending another support request.';

/** Added to a rate-limit error when an earlier attempt may have arrived. */
const PERHAPS_SENT =
  'We didn’t get a response to your first try, so your message may already have been sent.';

/**
 * Texts for a failed request; `detail` adds the reason when the title does not contain it.
 * @param isAgain whether the response to an earlier attempt with the same message was lost.
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

/** Maximum length of a context field that the service accepts. */
const MAX_FACT = 2000;

/** Context of the current page. `?about` is dropped from the URL, because it says nothing about the page. */
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
 * `mailto:` link that opens the user's mail app with everything filled in.
 * @param recipient null when none is configured; the user then enters one.
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
      ? formatBuildFacts(facts).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
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
