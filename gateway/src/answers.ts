/** The gateway's own responses: status, message and code. */
import { SESSION_ENDED } from '@hindsight/shared-contracts/api';

interface Answer {
  status: number;
  detail: string;
  code?: string;
}

export const ANSWERS = {
  malformed: { status: 400, detail: 'The address or a header of the request is malformed.' },
  sessionEnded: SESSION_ENDED,
  foreignWrite: {
    status: 403,
    detail: 'This request came from another site and was blocked.',
    code: 'csrf',
  },
  csrfMissing: {
    status: 403,
    detail: 'The security token (X-CSRF-Token) is missing or out of date. Reload the page and try again.',
    code: 'csrf',
  },
  notFound: { status: 404, detail: 'Not Found' },
  pagesAnswerGet: { status: 405, detail: 'Pages only support GET. Send API requests to /api.' },
  unknownBody: { status: 415, detail: 'This content type isn’t accepted here.' },
  wrongHost: { status: 421, detail: 'This server doesn’t serve the host name of this request.' },
  tooLarge: { status: 413, detail: 'The request body is too large.' },
  tooMany: { status: 429, detail: 'Too many requests. Wait a moment and try again.' },
  signInDown: { status: 503, detail: 'The sign-in service isn’t responding. Try again in a moment.' },
  signInOver: { status: 403, detail: 'This sign-in took too long or started elsewhere. Sign in again.' },
  noEmail: { status: 403, detail: 'Your account has no confirmed email address, so you cannot sign in.' },
  serviceDown: { status: 502, detail: 'The memory service isn’t responding. Start it, then try again.' },
  serviceSilent: { status: 504, detail: 'The memory service took too long to respond.' },
} satisfies Record<string, Answer>;

export type AnswerName = keyof typeof ANSWERS;

/** Response body in the product's error format. */
export function answerBody(name: AnswerName): Omit<Answer, 'status'> {
  const { status: _status, ...body }: Answer = ANSWERS[name];
  return body;
}
