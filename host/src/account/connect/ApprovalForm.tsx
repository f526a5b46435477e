/** The decision about one program: where it works, as which agent, with which rights. */
import type { DeviceRequest } from '@hindsight/shared-contracts/api';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button, RelativeTime } from '@hindsight/shared-ui/core';
import { DateTimeInput, RadioGroup, SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { Problem } from '../common/Problem';
import { useProblem } from '../common/useProblem';
import type { Token } from '../tokens/model/token';
import { expiryError } from '../tokens/model/tokenDraft';
import { useAgentsOf, useDecide } from './api';
import { agentError, draftFor, firstWorkspace, mayWriteIn, NEW_AGENT, PERSONAL } from './approval';
import styles from './ConnectPage.module.css';
import { TEXTS } from './texts';

function Facts({ request }: { request: DeviceRequest }) {
  return (
    <dl className={styles.facts}>
      <dt>{TEXTS.code}</dt>
      <dd className={styles.code}>{request.user_code}</dd>
      <dt>{TEXTS.machine}</dt>
      <dd>{request.machine_name}</dd>
      <dt>{TEXTS.address}</dt>
      <dd>{request.address}</dd>
      <dt>{TEXTS.asked}</dt>
      <dd>
        <RelativeTime iso={request.created_at} wording="time" />
      </dd>
    </dl>
  );
}

export function ApprovalForm({
  request,
  onDecided,
}: {
  request: DeviceRequest;
  onDecided(token: Token | null): void;
}) {
  const { organizations, scope, session } = useShell();
  const memberships = session.user?.memberships ?? [];
  const [draft, setDraft] = useState(() =>
    draftFor(firstWorkspace(scope, memberships), memberships, request.client_name),
  );
  const [checked, setChecked] = useState(false);
  const { problem, clear, fail } = useProblem();
  const decide = useDecide(request.user_code);
  const agents = useAgentsOf(draft.workspace);
  useExpiredSession(agents.error, 'load agents');
  const mayWrite = mayWriteIn(memberships, draft.workspace);
  const isLimited = draft.workspace !== PERSONAL;
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const wrong = checked ? agentError(draft) : undefined;
  const late = checked ? expiryError(draft.expiresAt) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    clear();
    if (agentError(draft) || expiryError(draft.expiresAt) || decide.isPending) return;
    decide.mutate(draft, {
      onSuccess: onDecided,
      onError: (error) => fail(error, TEXTS.approveFailed, 'approve the program'),
    });
  }
  const decline = () => {
    clear();
    decide.mutate(null, {
      onSuccess: onDecided,
      onError: (error) => fail(error, TEXTS.declineFailed, 'decline the program'),
    });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        <strong>{request.client_name}</strong> {TEXTS.asks}
      </p>
      <Facts request={request} />
      <p className={styles.soft}>{TEXTS.compare}</p>
      <SelectInput
        label={TEXTS.workspace}
        value={draft.workspace}
        options={[
          { value: PERSONAL, label: TEXTS.personal },
          ...organizations
            .filter(({ id }) => memberships.some((one) => one.organization_id === id && one.can_read))
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
        hint={isLimited ? (mayWrite ? TEXTS.organizationHint : TEXTS.readOnlyHint) : TEXTS.personalHint}
        onChange={(workspace) => workspace && setDraft(draftFor(workspace, memberships, request.client_name))}
      />
      <SelectInput
        label={TEXTS.agent}
        value={draft.agent}
        loading={agents.isPending}
        placeholder={TEXTS.agentMissing}
        error={draft.agent === NEW_AGENT ? undefined : wrong}
        hint={agents.isError ? TEXTS.agentsFailed : TEXTS.agentHint}
        options={[
          ...(mayWrite ? [{ value: NEW_AGENT, label: TEXTS.newAgent }] : []),
          ...(agents.data ?? []).map(({ agent_id, agent_name }) => ({ value: agent_id, label: agent_name })),
        ]}
        onChange={(agent) => change({ agent })}
      />
      {draft.agent === NEW_AGENT && (
        <TextInput
          label={TEXTS.agentName}
          value={draft.agentName}
          error={wrong}
          onChange={(agentName) => change({ agentName })}
        />
      )}
      <RadioGroup
        label={TEXTS.rights}
        inline
        value={draft.writes ? 'write' : 'read'}
        options={[
          { value: 'write', label: TEXTS.readWrite, disabled: !mayWrite },
          { value: 'read', label: TEXTS.readOnly },
        ]}
        onChange={(right) => change({ writes: right === 'write' })}
      />
      <DateTimeInput
        label="Expires (optional)"
        value={draft.expiresAt}
        error={late}
        hint={draft.expiresAt ? undefined : 'Leave empty for no expiry.'}
        onChange={(expiresAt) => change({ expiresAt })}
      />
      {problem && <Problem {...problem} />}
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={decide.isPending}>
          {TEXTS.approve}
        </Button>
        <Button disabled={decide.isPending} onClick={decline}>
          {TEXTS.decline}
        </Button>
      </div>
    </form>
  );
}
