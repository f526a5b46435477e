/** Page `/tokens`: creates and manages API tokens. */
import { isUncertain } from '@hindsight/shared-contracts/api/client';
import { useLocation } from '@hindsight/shared-contracts/router';
import { useExpiredSession, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Card, EmptyState, ErrorState, CardSkeleton } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../common/Problem';
import { useProblem } from '../common/useProblem';
import { useRevokeToken, useRotateToken, useTokens, useChangeToken } from './api';
import { keepFreshToken } from './freshToken';
import {
  LOAD_FAILED,
  PERHAPS_ROTATED,
  REVOKE_FAILED,
  REVOKED,
  ROTATE_FAILED,
  ROTATED,
  NAME_REQUIRED,
  RENAME_FAILED,
  RENAMED,
} from './model/texts';
import type { NewToken, Token } from './model/token';
import { ONCE, SecretDialog } from './SecretDialog';
import { TokenForm } from './TokenForm';
import { TokenTable } from './TokenTable';
import type { BusyToken } from './TokenTable';
import styles from './TokensPage.module.css';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { DateTimeInput, TextInput } from '@hindsight/shared-ui/form';
import { expiryError, MAX_NAME } from './model/tokenDraft';

/** Changes name and expiry of a token. */
function RenameDialog({ token, onClose }: { token: Token; onClose(): void }) {
  const { toasts } = useShell();
  const [name, setName] = useState(token.name);
  const [expiresAt, setExpiresAt] = useState(token.expiresAt);
  const [tried, setTried] = useState(false);
  const { problem, clear, fail } = useProblem();
  const change = useChangeToken();
  const nameError = name.trim() === '' ? NAME_REQUIRED : undefined;
  // An unchanged expiry may be in the past; a new one may not.
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

/** Rotates and revokes tokens: confirms first, then shows the result. */
function useTokenActions(onSecret: (created: NewToken) => void) {
  const { toasts } = useShell();
  const confirm = useConfirm();
  const rotate = useRotateToken();
  const revoke = useRevokeToken();
  const { problem, clear, fail } = useProblem();

  async function onRotate(token: Token) {
    const sure = await confirm({
      title: `Rotate ${token.name}?`,
      message: 'The token gets a new secret. Programs that use the current one stop working immediately.',
      confirmLabel: 'Rotate',
    });
    if (!sure) return;
    clear();
    rotate.mutate(token, {
      onSuccess(created) {
        toasts.show('success', ROTATED);
        onSecret(created);
      },
      onError: (error) =>
        fail(error, ROTATE_FAILED, 'rotate API tokens', isUncertain(error) ? PERHAPS_ROTATED : ''),
    });
  }

  async function onRevoke(token: Token) {
    const sure = await confirm({
      title: `Revoke ${token.name}?`,
      message: 'Programs that use this token stop working immediately. A revoked token cannot be used again.',
      confirmLabel: 'Revoke',
      danger: true,
    });
    if (!sure) return;
    clear();
    revoke.mutate(token, {
      onSuccess: () => toasts.show('success', REVOKED),
      onError: (error) => fail(error, REVOKE_FAILED, 'revoke API tokens'),
    });
  }

  useUnsavedChanges(rotate.isPending, ONCE);
  const busy: BusyToken | null = rotate.isPending
    ? { id: rotate.variables.id, change: 'rotate' }
    : revoke.isPending
      ? { id: revoke.variables.id, change: 'revoke' }
      : null;
  return { onRotate, onRevoke, busy, problem };
}

/** Scrolls the table into view for `/tokens#tokens` as soon as it is rendered. */
function useAnchor(ready: boolean) {
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ready && hash === '#tokens') section.current?.scrollIntoView({ block: 'start' });
  }, [ready, hash]);
  return section;
}

export function TokensPage() {
  const { organizations, session } = useShell();
  const tokens = useTokens();
  const [created, setCreated] = useState<NewToken | null>(null);
  const [renaming, setRenaming] = useState<Token | null>(null);
  const section = useAnchor(!tokens.isPending);
  const show = (next: NewToken) => {
    keepFreshToken(session.user?.user_id ?? null, next);
    setCreated(next);
  };
  const { problem, ...actions } = useTokenActions(show);
  useExpiredSession(tokens.error, 'load API tokens');

  return (
    <div className={styles.page}>
      <TokenForm onCreated={show} />
      <section ref={section} id="tokens" className={styles.list} aria-label="Your tokens">
        <Card title="Your tokens">
          {problem && <Problem {...problem} />}
          {tokens.isPending ? (
            <CardSkeleton rows="tall" count={2} />
          ) : tokens.data === undefined ? (
            <ErrorState title={LOAD_FAILED} query={tokens} />
          ) : tokens.data.length === 0 ? (
            <EmptyState
              kind="nothing-yet"
              icon="token"
              title="No tokens yet"
              description="Create one above and paste it into your coding agent."
            />
          ) : (
            <TokenTable
              tokens={tokens.data}
              organizations={organizations}
              onRename={setRenaming}
              onRotate={(token) => void actions.onRotate(token)}
              onRevoke={(token) => void actions.onRevoke(token)}
              busy={actions.busy}
            />
          )}
        </Card>
      </section>
      {created && <SecretDialog created={created} onClose={() => setCreated(null)} />}
      {renaming && <RenameDialog token={renaming} onClose={() => setRenaming(null)} />}
    </div>
  );
}
