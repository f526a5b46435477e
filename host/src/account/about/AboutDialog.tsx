/** Dialog `?about`: build details of dashboard and service, and a support request form. */
import { ApiError, isAbort, isUncertain } from '@hindsight/shared-contracts/api/client';
import { Link } from '@hindsight/shared-contracts/router';
import { useMutation, useQuery } from '@hindsight/shared-contracts/query';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import type { OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button, DraftNote, CopyButton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { TextArea } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { BUILD } from '../../settings/build';
import { PARTS_PARAM } from '../../status/address';
import { Problem } from '../common/Problem';
import styles from './AboutDialog.module.css';
import { frontendBuild, formatBuildFacts } from './buildInfo';
import type { BuildFacts } from './buildInfo';
import { requestContext, mailtoUrl, MAX_MESSAGE, requestBody, sendProblem, SENT } from './supportRequest';
import type { RequestContext } from './supportRequest';

function Build({ title, facts, state }: { title: string; facts: BuildFacts | null; state: string }) {
  return (
    <section className={styles.build} aria-label={`${title} build`}>
      <h3 className={styles.heading}>
        {title}
        {facts && (
          <CopyButton
            size="small"
            label={`Copy ${title.toLowerCase()} build info`}
            text={formatBuildFacts(facts)
              .map(([label, value]) => `${label}: ${value || 'unknown'}`)
              .join('\n')}
          />
        )}
      </h3>
      {facts ? (
        <dl className={styles.facts}>
          {formatBuildFacts(facts).map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{value || 'unknown'}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={styles.soft} role="status">
          {state}
        </p>
      )}
    </section>
  );
}

interface BuildTableProps {
  frontend: BuildFacts;
  /** Null while it loads and when loading failed. */
  backend: BuildFacts | null;
  failed: boolean;
}

/** Dashboard and service builds side by side. */
function BuildTable({ frontend, backend, failed }: BuildTableProps) {
  return (
    <div className={styles.builds}>
      <Build
        title="Backend"
        facts={backend}
        state={failed ? 'The service didn’t report its build.' : 'Loading…'}
      />
      <Build title="Frontend" facts={frontend} state="" />
    </div>
  );
}

const GUEST_HINT = 'Sign in to contact support.';

const NO_RECIPIENT = 'No support address is configured. Add a recipient to the email that opens.';

function useSend(frontend: BuildFacts, context: RequestContext, onSent: () => void) {
  const { api, toasts } = useShell();
  const [lost, setLost] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (message: string) =>
      api.call('POST /support/contact', { body: requestBody(message, frontend, context), scope: false }),
    onSuccess() {
      toasts.show('success', SENT);
      onSent();
    },
    onError(error, message) {
      if (isUncertain(error)) setLost(message);
      if (error instanceof ApiError && error.status === 401) toasts.apiError(error, 'contact support');
    },
  });
  return { send, isAgain: lost !== null && lost === send.variables };
}

export function AboutDialog({ close }: OverlayProps) {
  const { api, session, config, guardWrite } = useShell();
  const draft = useDraft('support', '');
  const message = draft.value;
  const build = useQuery({
    queryKey: ['account', 'build-info'],
    queryFn: ({ signal }) => api.call('GET /build-info', { signal, scope: false }),
  });
  const frontend = frontendBuild(BUILD);
  const backend = build.data ?? null;
  const context = requestContext(
    new URL(window.location.href),
    navigator.userAgent,
    session.user?.email ?? null,
  );
  const { send, isAgain } = useSend(frontend, context, () => {
    draft.reset();
    close();
  });
  useUnsavedChanges(message.trim() !== '' && !send.isSuccess, 'your description of the issue', draft.reset);
  const expired = send.error instanceof ApiError && send.error.status === 401;
  const problem = send.error && !expired && !isAbort(send.error) ? sendProblem(send.error, isAgain) : null;

  return (
    <Modal
      title="About Hindsight"
      description="Versions, and how to reach us."
      closeOnBackdrop={message.trim() === ''}
      busy={send.isPending}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <Button href={mailtoUrl(config.supportEmail, message, { frontend, backend }, context)}>
            Open mail app instead
          </Button>
          <Button
            type="primary"
            loading={send.isPending}
            disabled={session.status === 'signed-out'}
            title={session.status === 'signed-out' ? GUEST_HINT : undefined}
            onClick={() => guardWrite(GUEST_HINT) && send.mutate(message)}
          >
            Contact Support
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <DraftNote draft={draft} />
        <TextArea
          label="Describe the issue (optional)"
          rows={4}
          autoFocus
          maxLength={MAX_MESSAGE}
          value={message}
          hint="We also send the builds below, this page’s address and your browser."
          onChange={draft.set}
        />
        {problem && <Problem {...problem} />}
        <BuildTable frontend={frontend} backend={backend} failed={build.isError} />
        {!config.supportEmail && <p className={styles.soft}>{NO_RECIPIENT}</p>}
        <Link className={styles.soft} to={{ search: `?${PARTS_PARAM}` }}>
          Status of the parts
        </Link>
      </div>
    </Modal>
  );
}
