/** The form of a beta request: whose account, and that the terms of a beta are understood. */
import { useId, useState, type FormEvent } from 'react';
import { Button, Icon, Input } from '@hindsight/shared-ui/core';
import { useBetaRequest } from '../../api/betaAccess';
import { formError, requestError } from '../../model/requestErrors';
import { BetaPanel } from '../panel/BetaPanel';
import styles from './RequestForm.module.css';

interface RequestFormProps {
  /** Of the signed-in account; cannot be changed here. */
  email: string;
  onSent(email: string): void;
}

/** Says below the form why it could not be sent; nothing that was entered is lost. */
export function RequestForm({ email, onSent }: RequestFormProps) {
  const id = useId();
  const [accepted, setAccepted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useBetaRequest();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (request.isPending) return;
    const wrong = formError({ email, accepted });
    setProblem(wrong);
    if (wrong) return;
    request.mutate(email, {
      onSuccess: () => onSent(email),
      onError: (error) => setProblem(requestError(error)),
    });
  }

  return (
    <BetaPanel icon="token" tone="brand" title="Join the beta programme">
      <p>
        The dashboard is open to invited people while it is being finished. Ask for access here; a reviewer
        answers typically within 24 hours.
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <label className={styles.field} htmlFor={`${id}-email`}>
          <span className={styles.label}>Your account's e-mail</span>
          <Input
            id={`${id}-email`}
            type="email"
            value={email}
            readOnly
            prefix={<Icon name="user" size={18} />}
          />
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={accepted}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => {
              setAccepted(event.target.checked);
              setProblem(null);
            }}
          />
          <span>
            I understand that this is a beta: features may change or fail, and I keep copies of what I cannot
            afford to lose.
          </span>
        </label>
        {problem && (
          <p id={`${id}-problem`} role="alert" className={styles.problem}>
            <Icon name="error" size={18} />
            {problem}
          </p>
        )}
        <div>
          <Button type="primary" htmlType="submit" loading={request.isPending}>
            Request Access
          </Button>
        </div>
      </form>
    </BetaPanel>
  );
}
