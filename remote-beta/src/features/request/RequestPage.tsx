/** The page `/beta-access/request`: the request form, then its confirmation. */
import { useState, useId } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { BetaPanel } from '../panel/BetaPanel';
import { JoinedOrganizations } from '../panel/JoinedOrganizations';
import { requestTexts } from './texts';
import type { FormEvent } from 'react';
import { Alert, Button, Icon, Input } from '@hindsight/shared-ui/core';
import { useBetaRequest } from '../../api/betaAccess';
import styles from './RequestForm.module.css';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';

/** Validates the form: an error message, or null when it can be sent. */
export function formError(form: { email: string; accepted: boolean }): string | null {
  if (form.email.trim() === '') return requestTexts.emailUnknown;
  return form.accepted ? null : requestTexts.termsRequired;
}

/** Error message for a failed call. */
export function requestError(error: unknown): string {
  if (error instanceof NetworkError) return requestTexts.networkError;
  const isRepeated = error instanceof ApiError && error.status === 400;
  return isRepeated ? requestTexts.alreadyRequested : requestTexts.failed;
}

interface RequestFormProps {
  /** Email of the account; read-only. */
  email: string;
  onSent(email: string): void;
}

/** Keeps its values after an error, which appears below the form. */
function RequestForm({ email, onSent }: RequestFormProps) {
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
            Request access
          </Button>
        </div>
      </form>
    </BetaPanel>
  );
}

function Submitted({ email }: { email: string }) {
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title={requestTexts.submittedTitle}
      announced
      actions={<Link to="/beta-access/pending">View your request status</Link>}
    >
      <p>
        Your request for <strong>{email}</strong> has been sent. A reviewer will respond, typically within 24
        hours.
      </p>
      <p>{requestTexts.submittedNext}</p>
      <JoinedOrganizations />
    </BetaPanel>
  );
}

function AlreadyAccepted() {
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title={requestTexts.acceptedTitle}
      actions={<Link to="/dashboard">Go to the dashboard</Link>}
    >
      <p>{requestTexts.accepted}</p>
    </BetaPanel>
  );
}

/** The form, its confirmation, or the notice that the account has access. */
export function RequestPage() {
  const { session, refreshSession } = useShell();
  const [sentFor, setSentFor] = useState<string | null>(null);
  if (sentFor !== null) return <Submitted email={sentFor} />;
  if (session.user?.beta_access_status === 'accepted') return <AlreadyAccepted />;
  return (
    <RequestForm
      email={session.user?.email ?? ''}
      onSent={(email) => {
        setSentFor(email);
        void refreshSession();
      }}
    />
  );
}
