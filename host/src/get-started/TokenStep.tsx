/** Step two: the token that the client sends, created in place. */
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Alert, Button, CopyButton, Tag } from '@hindsight/shared-ui/core';
import { Checkbox, SelectInput, Switch, TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { Problem } from '../account/common/Problem';
import { useProblem } from '../account/common/useProblem';
import { useCreateToken } from '../account/tokens/api';
import { freshToken, keepFreshToken } from '../account/tokens/freshToken';
import { CREATE_FAILED, CREATED, ONLY_READS } from '../account/tokens/model/texts';
import type { NewToken } from '../account/tokens/model/token';
import { ALL_WORKSPACES } from '../account/tokens/TokenForm';
import {
  draftErrors,
  NEW_TOKEN,
  lacksWriteAccess,
  type DraftErrors,
} from '../account/tokens/model/tokenDraft';
import type { PickedAgent } from './agents';
import { describeMismatch } from './model/tokenReach';
import { shortenSecret } from './model/server';
import styles from './GetStarted.module.css';

function MakeToken({ agent }: { agent: PickedAgent | null }) {
  const { organizations, session, toasts } = useShell();
  const [draft, setDraft] = useState({ ...NEW_TOKEN, write: true });
  const [errors, setErrors] = useState<DraftErrors>({});
  const { problem, clear, fail } = useProblem();
  const create = useCreateToken();
  const conflict = describeMismatch(draft, agent, organizations);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = draftErrors(draft);
    setErrors(wrong);
    clear();
    if (conflict || Object.keys(wrong).length > 0 || create.isPending) return;
    create.mutate(draft, {
      onSuccess(created) {
        toasts.show('success', CREATED);
        keepFreshToken(session.user?.user_id ?? null, created);
      },
      onError: (error) => fail(error, CREATE_FAILED, 'create API tokens'),
    });
  }
  return (
    <form className={styles.line} onSubmit={submit} noValidate>
      <div className={styles.grow}>
        <TextInput
          label="Name of the new token"
          value={draft.name}
          placeholder="e.g. Laptop"
          error={errors.name}
          onChange={(name) => change({ name })}
        />
      </div>
      {organizations.length > 0 && (
        <div className={styles.grow}>
          <SelectInput
            label="Organization (optional)"
            clearable
            value={draft.organizationId}
            placeholder={ALL_WORKSPACES}
            error={conflict}
            hint={lacksWriteAccess(draft, session.user?.memberships ?? []) ? ONLY_READS : undefined}
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(organizationId) => change({ organizationId })}
          />
        </div>
      )}
      <div className={styles.scopes} role="group" aria-label="Scopes">
        <Checkbox label="Read" value={draft.read} onChange={(read) => change({ read })} />
        <Checkbox label="Write" value={draft.write} onChange={(write) => change({ write })} />
      </div>
      <Button htmlType="submit" type="primary" loading={create.isPending}>
        Create token
      </Button>
      {errors.scopes && <Alert>{errors.scopes}</Alert>}
      {problem && <Problem {...problem} />}
    </form>
  );
}

interface TokenStepProps {
  agent: PickedAgent | null;
  created: NewToken | null;
  reveal: boolean;
  onReveal(reveal: boolean): void;
}

export function TokenStep({ agent, created, reveal, onReveal }: TokenStepProps) {
  const { session } = useShell();
  return (
    <li className={styles.prepare}>
      <p>
        Open the account menu, choose <Link to="/tokens">API Tokens</Link>, and create a named token; an
        organization is optional and limits it to that organization. Enable <strong>read</strong> to fetch
        memories and <strong>write</strong> to add memories or lessons. Copy the one-time secret: it is never
        shown again.
      </p>
      {created ? (
        <div className={styles.picked}>
          <span>
            {created.token.name}{' '}
            <code translate="no">{reveal ? created.secret : shortenSecret(created.secret)}</code>
          </span>
          <CopyButton text={created.secret} label="Copy token" size="small" />
          {created.token.scopes.map((scope) => (
            <Tag key={scope}>{scope === 'write' ? 'Write' : 'Read'}</Tag>
          ))}
          <Switch label="Show the secret" value={reveal} onChange={onReveal} />
          <Button size="small" type="text" onClick={() => freshToken.set(null)}>
            Use another token
          </Button>
        </div>
      ) : (
        session.status === 'signed-in' && <MakeToken agent={agent} />
      )}
      {created && (
        <p className={styles.soft}>The snippets below contain it. This tab keeps it until you reload.</p>
      )}
    </li>
  );
}
