/** The sentences for changes that the service did not carry out. */
import { ApiError } from '@hindsight/shared-contracts/api/client';

export const MEMBER_GONE = 'Somebody else has removed this member meanwhile.';
export const NOT_ALLOWED = 'Your role in this organization does not allow this any more.';

/** What the service says when it says no more than the status. */
const BARE_REFUSALS = ['Forbidden', 'HTTP error 403'];

/** Why, in the service's own words where it has some. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 403 && BARE_REFUSALS.includes(error.message))
    return NOT_ALLOWED;
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}

/** The same for a change of a member: who is not there any more was there when the page was drawn. */
export const memberReasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? MEMBER_GONE : reasonOf(error);

const failed = (what: string) => (reason: string) => `Failed to ${what}: ${reason}`;

export const inviteFailed = failed('send invitation');
export const removeFailed = failed('remove member');
export const roleFailed = failed('update member role');
export const changeFailed = failed('update organization');
export const deleteFailed = failed('delete organization');
export const resendFailed = failed('resend');
export const revokeFailed = failed('revoke');
