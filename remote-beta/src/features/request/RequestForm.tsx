/** The form of a beta request: the account, and the terms of the beta. */
import { useId, useState, type FormEvent } from 'react';
import { Alert, Button, Icon, Input } from '@hindsight/shared-ui/core';
import { useBetaRequest } from '../../api/betaAccess';
import { BetaPanel } from '../panel/BetaPanel';
import { JoinedOrganizations } from '../panel/JoinedOrganizations';
import { formError, requestError } from './requestErrors';
import { requestTexts } from './texts';
import styles from './RequestForm.module.css';

interface RequestFormProps {
  /** The account's address; read-only. */
  email: string;
  onSent(email: string): void;
}

/** Shows errors below the form, which keeps its values. */
export function RequestForm({ email, onSent }: RequestFormProps) {
  const id = useId();
  const [accepted, setAccepted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useBetaRequest();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (request.isPending) return;
    const invalid = formError({ email, accepted });
    setProblem(invalid);
    if (invalid) return;
    request.mutate(email, {
      onSuccess: () => onSent(email),
      onError: (error) => setProblem(requestError(error)),
    });
  }

  return (
    <BetaPanel icon="token" tone="brand" title={requestTexts.formTitle}>
      <p>{requestTexts.intro}</p>
      <JoinedOrganizations />
      <form className={styles.form} onSubmit={submit} noValidate>
        <label className={styles.field} htmlFor={`${id}-email`}>
          <span className={styles.label}>Your account's email</span>
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
          <span>{requestTexts.terms}</span>
        </label>
        {problem && <Alert id={`${id}-problem`}>{problem}</Alert>}
        <div>
          <Button type="primary" htmlType="submit" loading={request.isPending}>
            Request Access
          </Button>
        </div>
      </form>
    </BetaPanel>
  );
}
