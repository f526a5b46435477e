/** Error messages for agents: what happened and what to do. Never a stack trace. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  ApiError,
  isAbort,
  NetworkError,
  UnexpectedAnswerError,
} from '@hindsight/shared-contracts/api/client';
import { NOT_A_MEMBER } from './membership';
import { withVisibleControls } from './model/visible';

/** An invalid argument for which no request is sent. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}

const ADVICE: Readonly<Record<number, string>> = {
  401: 'The token is missing, expired or revoked, or its organization was deleted: ask the person to create one under API Tokens and to set HINDSIGHT_API_TOKEN.',
  403: 'The token doesn’t have permission to do this here. whoami shows its workspaces and rights.',
  404: 'Check the id, or search again: it may have been deleted, or belong to a workspace that the token cannot read.',
  409: 'Read again what is there before you decide: get reads a memory, search_agents finds an agent by its name.',
  413: 'Send less text, or ask for fewer memories with limit.',
  429: 'Too many requests.',
};

function adviceFor({ status, retryAfter }: ApiError): string {
  if (retryAfter !== null) return `${ADVICE[status] ?? ''} Try again in ${retryAfter} s.`.trim();
  return ADVICE[status] ?? (status >= 500 ? 'The service had a problem. Try again later.' : '');
}

const withDot = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** What happened and what to do, in a sentence. */
export function toolErrorText(error: unknown): string {
  if (error instanceof InvalidInput) return error.message;
  if (isAbort(error))
    return 'Canceled before it finished. A write may have been carried out: search before you repeat it.';
  if (error instanceof ApiError) {
    if (error.code === NOT_A_MEMBER && error.detail !== null) return error.detail;
    const reason = withDot(error.detail ?? 'The service rejected the request');
    return `${reason} ${adviceFor(error)} (HTTP ${error.status})`.replace(/\s+/g, ' ');
  }
  if (error instanceof NetworkError)
    return 'The memory service didn’t respond. Check HINDSIGHT_API_BASE_URL and whether the service is running.';
  if (error instanceof UnexpectedAnswerError)
    return 'The server at HINDSIGHT_API_BASE_URL is not the memory service.';
  return 'The server failed to do this. Its log has the details.';
}

/** Result of a failed tool. */
export function toolError(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: withVisibleControls(toolErrorText(error)) }] };
}

/** Whether the failure is a bug of this program and belongs in its log. */
export function isUnforeseen(error: unknown): boolean {
  return !(
    error instanceof InvalidInput ||
    error instanceof ApiError ||
    error instanceof NetworkError ||
    error instanceof UnexpectedAnswerError ||
    isAbort(error)
  );
}
