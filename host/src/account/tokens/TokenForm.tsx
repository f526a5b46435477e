/** Form for a new token: name, scopes, organization and expiry. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button, Card, DraftNote } from '@hindsight/shared-ui/core';
import { Checkbox, DateTimeInput, focusFirstError, SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Problem } from '../common/Problem';
import { useProblem } from '../common/useProblem';
import { useCreateToken } from './api';
import { CREATED, CREATE_FAILED, ONLY_READS } from './model/texts';
import type { NewToken } from './model/token';
import {
  draftErrors,
  EXPIRY_CHOICES,
  inDays,
  MAX_NAME,
  NEW_TOKEN,
  lacksWriteAccess,
  type DraftErrors,
} from './model/tokenDraft';
import { ONCE } from './SecretDialog';
import styles from './TokenForm.module.css';

/** `/tokens#create` focuses the form. */
const CREATE_HASH = '#create';

export const ALL_WORKSPACES = 'All my workspaces';

/** @param onCreated receives the secret, which is not available anywhere else. */
export function TokenForm({ onCreated }: { onCreated(created: NewToken): void }) {
  const { organizations, toasts, guardWrite, session } = useShell();
  const kept = useDraft('token.new', NEW_TOKEN);
  const draft = kept.value;
  const [errors, setErrors] = useState<DraftErrors>({});
  const { problem, clear, fail } = useProblem();
  const create = useCreateToken();
  const form = useRef<HTMLFormElement>(null);
  useUnsavedChanges(create.isPending, ONCE);
  useUnsavedChanges(!create.isPending && draft.name.trim() !== '', 'the token you are creating', kept.reset);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === CREATE_HASH) form.current?.querySelector('input')?.focus();
  }, [hash, key]);
  const change = (part: Partial<typeof draft>) => {
    kept.set((now) => ({ ...now, ...part }));
    setErrors({});
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || !guardWrite('Sign in to create API tokens.')) return;
    const wrong = draftErrors(draft);
    flushSync(() => setErrors(wrong));
    clear();
    if (Object.keys(wrong).length > 0) {
      focusFirstError(form.current);
      return;
    }
    create.mutate(draft, {
      onSuccess(created) {
        toasts.show('success', CREATED);
        kept.reset(NEW_TOKEN);
        onCreated(created);
      },
      onError: (error) => fail(error, CREATE_FAILED, 'create API tokens'),
    });
  }

  return (
    <Card as="section" title="Create a token">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <DraftNote draft={kept} />
        <TextInput
          label="Name"
          required
          value={draft.name}
          maxLength={MAX_NAME}
          placeholder="e.g. Laptop, Codex CLI"
          hint="Where you will use it, so you can recognize it."
          error={errors.name}
          onChange={(name) => change({ name })}
        />
        <fieldset
          className={styles.scopes}
          aria-describedby={errors.scopes ? 'token-scopes-error' : undefined}
        >
          <legend className={styles.legend}>Scopes</legend>
          <Checkbox
            label="Read"
            hint="Fetch memories and their metadata"
            value={draft.read}
            onChange={(read) => change({ read })}
          />
          <Checkbox
            label="Write"
            hint="Add memories and lessons learned"
            value={draft.write}
            onChange={(write) => change({ write })}
          />
          {errors.scopes && (
            <p id="token-scopes-error" role="alert" className={styles.error}>
              {errors.scopes}
            </p>
          )}
        </fieldset>
        <SelectInput
          label="Organization (optional)"
          clearable
          value={draft.organizationId}
          placeholder={ALL_WORKSPACES}
          options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          hint={
            lacksWriteAccess(draft, session.user?.memberships ?? [])
              ? ONLY_READS
              : 'Limits the token to one organization.'
          }
          onChange={(organizationId) => change({ organizationId })}
        />
        <div className={styles.expiry}>
          <DateTimeInput
            label="Expires (optional)"
            value={draft.expiresAt}
            error={errors.expiresAt}
            hint={draft.expiresAt ? undefined : 'Leave empty for no expiry.'}
            onChange={(expiresAt) => change({ expiresAt })}
          />
          <div className={styles.quick} role="group" aria-label="Expires in">
            {EXPIRY_CHOICES.map(({ label, days }) => (
              <Button key={days} size="small" onClick={() => change({ expiresAt: inDays(days) })}>
                {label}
              </Button>
            ))}
            {draft.expiresAt && (
              <Button size="small" type="text" onClick={() => change({ expiresAt: null })}>
                Never
              </Button>
            )}
          </div>
        </div>
        <div className={styles.end}>
          {problem && <Problem {...problem} />}
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            Create token
          </Button>
        </div>
      </form>
    </Card>
  );
}
