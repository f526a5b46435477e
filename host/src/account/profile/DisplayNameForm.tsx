/** Form for the display name, which others see instead of the email. */
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';
import { useMutation } from '@hindsight/shared-contracts/query';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button, DraftNote } from '@hindsight/shared-ui/core';
import { focusFirstError, TextInput } from '@hindsight/shared-ui/form';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Problem } from '../common/Problem';
import styles from './ProfilePage.module.css';
import { displayNameError, MAX_DISPLAY_NAME, UPDATED, updateFailed } from './privileges';

/** @param current name in the session; empty when there is none. */
export function DisplayNameForm({ current }: { current: string }) {
  const { api, toasts, refreshSession } = useShell();
  const draft = useDraft('display-name', current);
  const name = draft.value;
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const changed = name.trim() !== current;
  useUnsavedChanges(changed, 'your new display name', draft.reset);
  const save = useMutation({
    async mutationFn(next: string) {
      await api.call('PATCH /users/me', { body: { display_name: next }, scope: false });
      // The frame shows the name too. If the session cannot be refreshed now, a later refresh catches up.
      await refreshSession();
    },
    onSuccess: (_, next) => {
      draft.reset(next);
      toasts.show('success', UPDATED);
    },
    onError(failure) {
      if (isAbort(failure)) return;
      if (failure instanceof ApiError && failure.status === 401)
        toasts.apiError(failure, 'update your profile');
      else setProblem(updateFailed(describeError(failure)));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending || !changed) return;
    const wrong = displayNameError(name);
    flushSync(() => setError(wrong));
    setProblem(null);
    if (wrong) focusFirstError(form.current);
    else save.mutate(name.trim());
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <DraftNote draft={draft} />
      <TextInput
        label="Display name"
        required
        value={name}
        maxLength={MAX_DISPLAY_NAME}
        autoComplete="name"
        error={error}
        hint="Shown to the members of your organizations."
        onChange={(next) => {
          draft.set(next);
          setError(undefined);
        }}
      />
      {problem && <Problem title={problem} />}
      <div>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!changed}>
          Save
        </Button>
      </div>
    </form>
  );
}
