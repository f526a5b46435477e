/** The sentences for changes that the service did not carry out. */

/** Why, in the service's own words where it has some. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}

const failed = (what: string) => (reason: string) => `Failed to ${what}: ${reason}`;

export const inviteFailed = failed('send invitation');
export const removeFailed = failed('remove member');
export const roleFailed = failed('update member role');
export const changeFailed = failed('update organization');
export const deleteFailed = failed('delete organization');
export const resendFailed = failed('resend');
export const revokeFailed = failed('revoke');
