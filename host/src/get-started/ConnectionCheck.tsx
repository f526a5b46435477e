/** Waits for the first call with the new token and says which part of the set-up works. */
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { useQuery } from '@hindsight/shared-contracts/query';
import { Icon, RelativeTime, VisuallyHidden, type IconName } from '@hindsight/shared-ui/core';
import { readRows } from '@hindsight/shared-contracts/api/client';
import { readToken, type Token } from '../account/tokens/model/token';
import styles from './ConnectionCheck.module.css';
import {
  activityOfUse,
  connectionSteps,
  isComplete,
  readActivity,
  type Activity,
  type Step,
  type StepState,
} from './model/connection';

/** How often the service is asked while something is awaited, in milliseconds. */
export const ASK_EVERY = 2000;

const SIGNS: Record<StepState, { icon: IconName; word: string }> = {
  waiting: { icon: 'clock', word: 'waiting' },
  done: { icon: 'check', word: 'works' },
  failed: { icon: 'error', word: 'failed' },
  off: { icon: 'lock', word: 'not allowed' },
  unknown: { icon: 'info', word: 'not known' },
};

function useActivity(token: Token) {
  const { api, offers } = useShell();
  const tellsAll = offers('tokens.activity');
  const query = useQuery<Activity>({
    queryKey: ['account', 'token-activity', token.id],
    queryFn: async ({ signal }) => {
      if (tellsAll) {
        const input = { params: { id: token.id }, signal, scope: false } as const;
        return readActivity(await api.call('GET /users/me/tokens/{id}/activity', input));
      }
      const list = readRows(
        await api.call('GET /users/me/tokens', { signal, scope: false }),
        readToken,
      ).items;
      return activityOfUse(list.find(({ id }) => id === token.id)?.lastUsedAt ?? null);
    },
    refetchInterval: ({ state }) =>
      state.data && isComplete(connectionSteps(state.data, token.scopes, tellsAll)) ? false : ASK_EVERY,
  });
  const steps = connectionSteps(query.data ?? activityOfUse(null), token.scopes, tellsAll);
  return { query, steps };
}

function StepRow({ step }: { step: Step }) {
  const { icon, word } = SIGNS[step.state];
  return (
    <li className={styles.step} data-state={step.state}>
      <span className={styles.sign}>
        <Icon name={icon} size={16} />
      </span>
      <div className={styles.words}>
        <p className={styles.label}>
          {step.label} <span className={styles.word}>{word}</span>
          {step.state === 'done' && step.at && (
            <span className={styles.time}>
              <RelativeTime iso={step.at} wording="time" />
            </span>
          )}
        </p>
        <p className={styles.text}>{step.text}</p>
      </div>
    </li>
  );
}

/** Asks only while the tab is in sight. What changes is read out in one sentence. */
export function ConnectionCheck({ token }: { token: Token }) {
  const { query, steps } = useActivity(token);
  useExpiredSession(query.error, 'check the connection');
  const told = steps
    .filter(({ state }) => state === 'done' || state === 'failed')
    .map(({ label, state }) => `${label} ${SIGNS[state].word}`);
  return (
    <section className={styles.check} aria-labelledby="get-started-connection">
      <h3 id="get-started-connection" className={styles.heading}>
        Connection
      </h3>
      <p className={styles.text}>
        Watching for calls with <strong>{token.name}</strong>. Leave this open and start your client.
      </p>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </ul>
      {query.isError && (
        <p className={styles.text}>
          The service could not be asked just now. Trying again every few seconds.
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{told.join(', ')}</span>
      </VisuallyHidden>
    </section>
  );
}
