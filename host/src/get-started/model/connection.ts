/** Derives which steps of a client's setup work from the token's calls as seen by the service. */
import type { TokenActivity } from '@hindsight/shared-contracts/api';

type StepKey = 'handshake' | 'sign_in' | 'read' | 'write';
type Fault = NonNullable<TokenActivity['fault']>;

const STEP_LABELS: Record<StepKey, string> = {
  handshake: 'Handshake',
  sign_in: 'Sign-in',
  read: 'Read',
  write: 'Write',
};

const STEPS = Object.keys(STEP_LABELS) as StepKey[];

/** Value before the first response of the service. */
export const NO_ACTIVITY: TokenActivity = {
  handshake_at: null,
  sign_in_at: null,
  read_at: null,
  write_at: null,
  fault: null,
};

/** `off`: the token lacks the scope. */
export type StepState = 'waiting' | 'done' | 'failed' | 'off';

export interface Step {
  key: StepKey;
  label: string;
  state: StepState;
  /** Time of the last success. */
  at: string | null;
  /** Cause of the failure, or the next action. */
  text: string;
}

const WAITING: Record<StepKey, string> = {
  handshake: 'Waiting for the first request with this token. Start your client, or ask it to list its tools.',
  sign_in: 'Checked with the first request.',
  read: 'Ask your client to retrieve all memories.',
  write: 'Ask your client to store a lesson learned.',
};

const DONE: Record<StepKey, string> = {
  handshake: 'A client made a request with this token.',
  sign_in: 'The token was accepted.',
  read: 'Memories were read.',
  write: 'A memory was written.',
};

/** Advice for known error messages of the service. */
const ADVICE: readonly [pattern: RegExp, advice: string][] = [
  [/token not active/i, 'The token was revoked. Create a new one and add it to the configuration.'],
  [/token expired/i, 'The token has expired. Create a new one and add it to the configuration.'],
  [/invalid token/i, 'The secret in the configuration doesn’t belong to this token. Copy the snippet again.'],
  [/lacks read scope/i, 'The token doesn’t have the Read scope. Create one that does.'],
  [/lacks write scope/i, 'The token doesn’t have the Write scope. Create one that does.'],
  [/organization restriction mismatch/i, 'The token is limited to a different organization.'],
  [
    /not a member of|organization is inactive/i,
    'You are no longer a member of the token’s organization, or it is inactive.',
  ],
  [/beta access is required/i, 'Your account can’t access memories yet. Request beta access first.'],
  [/permission for organization/i, 'Your role in the organization does not allow this.'],
  [
    /agent.{0,200}not found|not found.{0,200}agent/i,
    'The agent ID in the configuration doesn’t exist in this workspace.',
  ],
];

/** Describes a fault: advice for a known error, then the call with the service's response. */
export function faultText({ status, detail, call }: Fault): string {
  const advice = ADVICE.find(([pattern]) => pattern.test(detail))?.[1];
  const said = `${call} was denied with ${status}: ${detail || 'no reason given'}`;
  return advice ? `${advice} (${said})` : said;
}

/**
 * Returns the four steps in order.
 * @param scopes of the token.
 */
export function connectionSteps(activity: TokenActivity, scopes: readonly string[]): Step[] {
  const { fault } = activity;
  const may = { read: scopes.includes('read') || scopes.includes('write'), write: scopes.includes('write') };
  return STEPS.map((key) => {
    const at = activity[`${key}_at`];
    const base = { key, label: STEP_LABELS[key], at };
    // A success after the failure takes precedence.
    if (fault?.stage === key && (at === null || Date.parse(at) <= Date.parse(fault.at)))
      return { ...base, state: 'failed', text: faultText(fault) };
    if (at !== null) return { ...base, state: 'done', text: DONE[key] };
    if ((key === 'read' || key === 'write') && !may[key])
      return { ...base, state: 'off', text: `The token doesn’t have the ${STEP_LABELS[key]} scope.` };
    return { ...base, state: 'waiting', text: WAITING[key] };
  });
}

/** Whether no step can change any more. */
export function isComplete(steps: readonly Step[]): boolean {
  return steps.every(({ state }) => state === 'done' || state === 'off');
}
