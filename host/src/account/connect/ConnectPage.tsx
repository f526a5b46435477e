/** Page `/connect`: a program asks for access by a terminal code or an OAuth sign-in, and the user approves or declines. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { Button, Card, CardSkeleton, ErrorState, Icon, RelativeTime } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { Fragment, useState, type FormEvent, type ReactNode } from 'react';
import { Problem } from '../common/Problem';
import { ConnectionCheck } from '../../get-started/ConnectionCheck';
import { useHost } from '../../shell/hostContext';
import type { Token } from '../tokens/model/token';
import { ApprovalForm } from './ApprovalForm';
import { useDecide, useDecideOAuth, useDeviceRequest, useOAuthRequest } from './api';
import { parseUserCode } from './approval';
import styles from './ConnectPage.module.css';
import { TEXTS } from './texts';

/** @param problem why the previous code was rejected. */
function CodeForm({ problem, onCode }: { problem?: string; onCode(code: string): void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    const code = parseUserCode(typed);
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

function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className={label === TEXTS.code ? styles.code : undefined}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** @param text next step for the approved program. */
function Decided({ isApproved, text }: { isApproved: boolean; text: string }) {
  return (
    <div className={styles.decided} role="status">
      <Icon name={isApproved ? 'check' : 'close'} size={28} />
      <p className={styles.verdict}>{isApproved ? TEXTS.approved : TEXTS.declined}</p>
      <p>{isApproved ? text : TEXTS.declinedText}</p>
    </div>
  );
}

/** Loading or failed state of a request. */
function Loading({ request }: { request: ReturnType<typeof useDeviceRequest | typeof useOAuthRequest> }) {
  if (request.isPending) return <CardSkeleton count={1} />;
  return <ErrorState title={TEXTS.loadFailed} query={request} />;
}

/** Request of a program that shows a code in a terminal. */
function DeviceApproval({
  code,
  isTyped,
  onCode,
}: {
  code: string;
  isTyped: boolean;
  onCode(code: string): void;
}) {
  const request = useDeviceRequest(code);
  const decide = useDecide(code);
  const [outcome, setOutcome] = useState<{ token: Token | null } | null>(null);
  useExpiredSession(request.error, 'load the request');
  if (outcome)
    return (
      <>
        <Decided isApproved={outcome.token !== null} text={TEXTS.approvedText} />
        {outcome.token && <ConnectionCheck token={outcome.token} />}
      </>
    );
  const { data } = request;
  if (data === undefined) return <Loading request={request} />;
  if (typeof data === 'string') return <CodeForm problem={data} onCode={onCode} />;
  return (
    <ApprovalForm
      program={{ name: data.client_name, looksLike: data.looks_like, asksToWrite: true }}
      facts={
        <Facts
          facts={[
            [TEXTS.code, data.user_code],
            [TEXTS.machine, data.machine_name],
            [TEXTS.address, data.address],
            [TEXTS.asked, <RelativeTime key="time" iso={data.created_at} wording="time" />],
          ]}
        />
      }
      note={TEXTS.compare}
      comparesCode={!isTyped}
      decide={decide}
      onDecided={(token) => setOutcome({ token })}
    />
  );
}

/** Request of a program that signs in by OAuth; the decision redirects back to it. */
function OAuthApproval({ id }: { id: string }) {
  const { leave } = useHost();
  const request = useOAuthRequest(id);
  const decide = useDecideOAuth(id);
  const [isApproved, setApproved] = useState<boolean | null>(null);
  useExpiredSession(request.error, 'load the request');
  if (isApproved !== null) return <Decided isApproved={isApproved} text={TEXTS.signedInText} />;
  const { data } = request;
  if (data === undefined) return <Loading request={request} />;
  if (typeof data === 'string') return <Problem title={data} />;
  return (
    <ApprovalForm
      program={{
        name: data.client_name,
        looksLike: data.looks_like,
        asksToWrite: data.scopes.includes('write'),
      }}
      facts={
        <Facts
          facts={[
            [TEXTS.described, data.client_host ?? TEXTS.selfDescribed],
            [TEXTS.returnsTo, data.redirect_to],
          ]}
        />
      }
      note={TEXTS.started}
      decide={decide}
      onDecided={({ isApproved: approved, address }) => {
        setApproved(approved);
        leave(address);
      }}
    />
  );
}

export function ConnectPage() {
  const [search] = useSearchParams();
  const [typed, setTyped] = useState<string | null>(null);
  const request = search.get('request');
  const code = typed ?? parseUserCode(search.get('code') ?? '');
  return (
    <div className={styles.page}>
      <Card as="section">
        {request !== null ? (
          <OAuthApproval key={request} id={request} />
        ) : code ? (
          <DeviceApproval key={code} code={code} isTyped={typed !== null} onCode={setTyped} />
        ) : (
          <CodeForm onCode={setTyped} />
        )}
      </Card>
    </div>
  );
}
