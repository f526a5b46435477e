/** The page `/connect`: a program on some machine shows a code, and the person decides what it gets. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { Button, Card, CardSkeleton, ErrorState, Icon } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { Problem } from '../common/Problem';
import { reasonOf } from '../common/useProblem';
import { ConnectionCheck } from '../../get-started/ConnectionCheck';
import type { Token } from '../tokens/model/token';
import { ApprovalForm } from './ApprovalForm';
import { useDeviceRequest } from './api';
import { codeOf } from './approval';
import styles from './ConnectPage.module.css';
import { TEXTS } from './texts';

/** @param problem why the code before was of no use. */
function CodeForm({ problem, onCode }: { problem?: string; onCode(code: string): void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    const code = codeOf(typed);
    setWrong(code === null);
    if (code !== null) onCode(code);
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <Problem title={problem} />}
      <p>{TEXTS.enter}</p>
      <TextInput
        label={TEXTS.code}
        value={typed}
        placeholder="XXXX-XXXX"
        autoComplete="off"
        error={isWrong ? TEXTS.codeWrong : undefined}
        onChange={setTyped}
      />
      <div>
        <Button type="primary" htmlType="submit">
          {TEXTS.continue}
        </Button>
      </div>
    </form>
  );
}

/** @param token that the program gets; null when it was declined. */
function Decided({ token }: { token: Token | null }) {
  const isApproved = token !== null;
  return (
    <>
      <div className={styles.decided} role="status">
        <Icon name={isApproved ? 'check' : 'close'} size={28} />
        <p className={styles.verdict}>{isApproved ? TEXTS.approved : TEXTS.declined}</p>
        <p>{isApproved ? TEXTS.approvedText : TEXTS.declinedText}</p>
      </div>
      {token && <ConnectionCheck token={token} />}
    </>
  );
}

function Request({ code, onCode }: { code: string; onCode(code: string): void }) {
  const request = useDeviceRequest(code);
  const [outcome, setOutcome] = useState<{ token: Token | null } | null>(null);
  useExpiredSession(request.error, 'load the request');
  if (outcome) return <Decided {...outcome} />;
  if (request.isPending) return <CardSkeleton count={1} />;
  if (typeof request.data === 'string') return <CodeForm problem={request.data} onCode={onCode} />;
  if (request.data)
    return <ApprovalForm request={request.data} onDecided={(token) => setOutcome({ token })} />;
  return (
    <ErrorState
      title={TEXTS.loadFailed}
      detail={reasonOf(request.error)}
      retrying={request.isFetching}
      onRetry={() => void request.refetch()}
    />
  );
}

export function ConnectPage() {
  const [search] = useSearchParams();
  const [typed, setTyped] = useState<string | null>(null);
  const code = typed ?? codeOf(search.get('code') ?? '');
  return (
    <div className={styles.page}>
      <Card as="section">
        {code ? <Request key={code} code={code} onCode={setTyped} /> : <CodeForm onCode={setTyped} />}
      </Card>
    </div>
  );
}
