/** Form that approves one program: its workspace, agent and permissions. */
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Checkbox, DateTimeInput, RadioGroup, SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Problem } from '../common/Problem';
import { useProblem } from '../common/useProblem';
import { expiryError } from '../tokens/model/tokenDraft';
import { useWorkspaceAgents } from './api';
import {
  agentError,
  draftFor,
  firstWorkspace,
  mayWriteIn,
  NEW_AGENT,
  PERSONAL,
  type Draft,
  type Program,
} from './approval';
import styles from './ConnectPage.module.css';
import { TEXTS } from './texts';

interface Decision<T> {
  isPending: boolean;
  mutate(draft: Draft | null, on: { onSuccess(outcome: T): void; onError(error: unknown): void }): void;
}

interface ApprovalFormProps<T> {
  program: Program & { looksLike: string | null };
  /** Facts about the request, as list items. */
  facts: ReactNode;
  /** Warning to read before approving. */
  note: string;
  /** Set when the code came from the URL: the link may be someone else's, so the user has to compare the code first. */
  comparesCode?: boolean;
  decide: Decision<T>;
  onDecided(outcome: T): void;
}

export function ApprovalForm<T>({
  program,
  facts,
  note,
  comparesCode = false,
  decide,
  onDecided,
}: ApprovalFormProps<T>) {
  const { organizations, scope, session } = useShell();
  const memberships = session.user?.memberships ?? [];
  const [draft, setDraft] = useState(() =>
    draftFor(firstWorkspace(scope, memberships), memberships, program),
  );
  const [checked, setChecked] = useState(false);
  const { problem, clear, fail } = useProblem();
  const [isCompared, setCompared] = useState(!comparesCode);
  const agents = useWorkspaceAgents(draft.workspace);
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
    if (!isCompared || agentError(draft) || expiryError(draft.expiresAt) || decide.isPending) return;
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
        <strong>{program.name}</strong> {TEXTS.asks}
      </p>
      {program.looksLike && <Problem title={TEXTS.alike(program.looksLike)} />}
      {facts}
      <p className={styles.soft}>{note}</p>
      {comparesCode && (
        <Checkbox
          label={TEXTS.sameCode}
          value={isCompared}
          error={checked && !isCompared ? TEXTS.sameCodeMissing : undefined}
          onChange={setCompared}
        />
      )}
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
        onChange={(workspace) => workspace && setDraft(draftFor(workspace, memberships, program))}
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
          hint={TEXTS.agentNameHint}
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
