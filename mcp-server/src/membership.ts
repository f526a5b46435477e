/** Refuses answers for non-members of an organization: an agent would mistake their empty lists for a memory without hits. */

/** Error code of the refusal. */
export const NOT_A_MEMBER = 'not_a_member';

/** Message for the agent. */
export const NOT_A_MEMBER_DETAIL =
  'The user of this token is not, or no longer, a member of this organization, so you cannot read or change its memories. Ask them to rejoin it, or to give you a token for another workspace: whoami lists the workspaces of this token.';

/** Endpoints about the person, the service or a single row, which may belong to another workspace than that of the call. */
const ABOUT_ONE = /\/(user-info|build-info)$|\/[0-9a-f]{8}-[0-9a-f-]{27}(\/|$)/i;

function isRefused(method: string | undefined, input: Parameters<typeof fetch>[0], { status }: Response) {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  // A successful write is never reported as refused.
  return status === 403 || status === 404 || (method === 'GET' && !ABOUT_ONE.test(pathname));
}

/** A fetch that refuses the service's answers to non-members. */
export function rejectOutsiders(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.headers.get('X-Scope-Membership') !== 'none') return response;
    if (!isRefused(init?.method, input, response)) return response;
    return Response.json({ detail: NOT_A_MEMBER_DETAIL, code: NOT_A_MEMBER }, { status: 403 });
  };
}
