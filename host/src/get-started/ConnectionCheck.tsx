/** Waits for the first call with the new token and shows which steps of the setup work. */
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { useQuery } from '@hindsight/shared-contracts/query';
import { Icon, RelativeTime, VisuallyHidden, type IconName } from '@hindsight/shared-ui/core';
import type { Token } from '../account/tokens/model/token';
import styles from './ConnectionCheck.module.css';
import { connectionSteps, isComplete, NO_ACTIVITY, type Step, type StepState } from './model/connection';

/** Polling interval while a step is pending, in milliseconds. */
export const ASK_EVERY = 2000;

const SIGNS: Record<StepState, { icon: IconName; word: string }> = {
  waiting: { icon: 'clock', word: 'waiting' },
  done: { icon: 'check', word: 'works' },
  failed: { icon: 'error', word: 'failed' },
  off: { icon: 'lock', word: 'not allowed' },
};

function useActivity(token: Token) {
  const { api } = useShell();
  const query = useQuery({
    queryKey: ['account', 'token-activity', token.id],
    queryFn: ({ signal }) =>
      api.call('GET /users/me/tokens/{id}/activity', { params: { id: token.id }, signal, scope: false }),
    refetchInterval: ({ state }) =>
      state.data && isComplete(connectionSteps(state.data, token.scopes)) ? false : ASK_EVERY,
  });
  return { query, steps: connectionSteps(query.data ?? NO_ACTIVITY, token.scopes) };
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

/** Polls only while the tab is visible. Changes are announced in one sentence. */
export function ConnectionCheck({ token }: { token: Token }) {
  const { query, steps } = useActivity(token);
  useExpiredSession(query.error, 'check the connection');
  const news = steps
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
        <p className={styles.text}>Couldn’t reach the service. Trying again every few seconds.</p>
      )}
      <VisuallyHidden>
        <span role="status">{news.join(', ')}</span>
      </VisuallyHidden>
    </section>
  );
}
