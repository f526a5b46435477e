/** Gives a token another name or another end. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { DateTimeInput, TextInput } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { Problem } from '../common/Problem';
import { useProblem } from '../common/useProblem';
import { useChangeToken } from './api';
import { NAME_REQUIRED, RENAME_FAILED, RENAMED } from './model/texts';
import type { Token } from './model/token';
import { expiryError, MAX_NAME } from './model/tokenDraft';

export function RenameDialog({ token, onClose }: { token: Token; onClose(): void }) {
  const { toasts } = useShell();
  const [name, setName] = useState(token.name);
  const [expiresAt, setExpiresAt] = useState(token.expiresAt);
  const [tried, setTried] = useState(false);
  const { problem, clear, fail } = useProblem();
  const change = useChangeToken();
  const nameError = name.trim() === '' ? NAME_REQUIRED : undefined;
  // An end that has passed already may stay: only a new one has to lie ahead.
  const endError = expiresAt === token.expiresAt ? undefined : expiryError(expiresAt);

  function submit() {
    setTried(true);
    clear();
    if (nameError || endError || change.isPending) return;
    change.mutate(
      { token, name, expiresAt },
      {
        onSuccess() {
          toasts.show('success', RENAMED);
          onClose();
        },
        onError: (error) => fail(error, RENAME_FAILED, 'rename API tokens'),
      },
    );
  }

  return (
    <FormDialog
      title="Rename token"
      size="small"
      closeOnBackdrop={false}
      busy={change.isPending}
      onClose={onClose}
      submitLabel="Save"
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        required
        autoFocus
        value={name}
        maxLength={MAX_NAME}
        error={tried ? nameError : undefined}
        onChange={setName}
      />
      <DateTimeInput
        label="Expires (optional)"
        value={expiresAt}
        error={tried ? endError : undefined}
        hint={expiresAt ? undefined : 'Never.'}
        onChange={setExpiresAt}
      />
      {problem && <Problem {...problem} />}
    </FormDialog>
  );
}
