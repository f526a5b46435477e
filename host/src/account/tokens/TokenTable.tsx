/** The user's tokens with their actions: a table on wide screens, cards on a phone. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { Link, useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  Button,
  formatAbsoluteTime,
  RelativeTime,
  Tag,
  VisuallyHidden,
  type Tone,
} from '@hindsight/shared-ui/core';
import { ALL_WORKSPACES } from './TokenForm';
import { NOT_A_MEMBER, PERSONAL_WORKSPACE } from './model/texts';
import { shownForm, tokenState, type Token, type TokenState } from './model/token';
import styles from './TokenTable.module.css';

const STATES: Record<TokenState, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'warn' },
  lost: { label: 'No access', tone: 'warn' },
};

const SCOPES: Record<string, string> = { read: 'Read', write: 'Write' };

interface TokenActions {
  onRename(token: Token): void;
  onRotate(token: Token): void;
  onRevoke(token: Token): void;
}

/** Token with a change in flight: its buttons are disabled, and the pressed one shows the progress. */
export interface BusyToken {
  id: string;
  change: TokenChange;
}

type TokenChange = 'rotate' | 'revoke';

interface TokenTableProps extends TokenActions {
  tokens: readonly Token[];
  organizations: readonly Organization[];
  busy: BusyToken | null;
}

const COLUMNS = ['Token', 'Scopes', 'Organization', 'Status', 'Last used', 'Created', 'Expires'];

function Actions({
  token,
  state,
  busy,
  ...on
}: TokenActions & { token: Token; state: TokenState; busy: TokenChange | null }) {
  if (state === 'revoked') return null;
  const { name } = token;
  return (
    <>
      <Button
        size="small"
        disabled={busy !== null}
        aria-label={`Rename ${name}`}
        onClick={() => on.onRename(token)}
      >
        Rename
      </Button>
      {state === 'active' && !token.signsIn && (
        <Button
          size="small"
          loading={busy === 'rotate'}
          disabled={busy === 'revoke'}
          aria-label={`Rotate ${name}`}
          onClick={() => on.onRotate(token)}
        >
          Rotate
        </Button>
      )}
      <Button
        size="small"
        danger
        loading={busy === 'revoke'}
        disabled={busy === 'rotate'}
        aria-label={`Revoke ${name}`}
        onClick={() => on.onRevoke(token)}
      >
        Revoke
      </Button>
    </>
  );
}

/** Links to what agents did with the token, in the workspace to which it is limited. */
function ActivityLink({ token }: { token: Token }) {
  const shell = useShell();
  const navigate = useNavigate();
  const { id, name, organizationId } = token;
  const to = `/analytics?view=activity&token=${id}`;
  const isElsewhere = organizationId !== null && organizationId !== shell.scope.organizationId;
  const open = async (organization: string) => {
    if (await shell.chooseWorkspace({ scope: 'organization', organizationId: organization }))
      void navigate(to);
  };
  return (
    <Link
      to={to}
      aria-label={`Activity of ${name}`}
      onClick={(event) => {
        if (!isElsewhere) return;
        event.preventDefault();
        void open(organizationId);
      }}
    >
      Activity
    </Link>
  );
}

function Row({
  token,
  state,
  organization,
  busy,
  ...on
}: TokenActions & { token: Token; state: TokenState; organization: string; busy: TokenChange | null }) {
  const hasActivity = token.lastUsedAt !== null && state !== 'lost';
  const { label, tone } = STATES[state];
  return (
    <tr role="row" className={styles.row} data-state={state}>
      <th role="rowheader" scope="row" className={styles.token}>
        <span className={styles.name}>{token.name}</span>
        <code translate="no" className={styles.form}>
          {shownForm(token)}
        </code>
      </th>
      <td role="cell" data-label="Scopes">
        <span className={styles.tags}>
          {token.scopes.map((scope) => (
            <Tag key={scope}>{SCOPES[scope] ?? scope}</Tag>
          ))}
        </span>
      </td>
      <td role="cell" data-label="Organization" className={styles.place}>
        {organization}
        {state === 'lost' && <span className={styles.note}>{NOT_A_MEMBER}</span>}
      </td>
      <td role="cell" data-label="Status">
        <Tag tone={tone}>{label}</Tag>
      </td>
      <td role="cell" data-label="Last used">
        {token.lastUsedAt ? <RelativeTime iso={token.lastUsedAt} wording="time" /> : 'Never'}
      </td>
      <td role="cell" data-label="Created">
        <RelativeTime iso={token.createdAt} wording="time" />
      </td>
      <td role="cell" data-label="Expires">
        {token.expiresAt ? (
          <time dateTime={token.expiresAt}>{formatAbsoluteTime(token.expiresAt)}</time>
        ) : (
          'Never'
        )}
      </td>
      <td role="cell" className={styles.actions}>
        {hasActivity && <ActivityLink token={token} />}
        <Actions token={token} state={state} busy={busy} {...on} />
      </td>
    </tr>
  );
}

/** Sets ARIA roles explicitly, because a table laid out as cards would lose them. */
export function TokenTable({ tokens, organizations, busy, ...on }: TokenTableProps) {
  const describePlace = ({ organizationId, isPersonal }: Token) =>
    organizationId === null
      ? isPersonal
        ? PERSONAL_WORKSPACE
        : ALL_WORKSPACES
      : (organizations.find(({ id }) => id === organizationId)?.name ??
        `Organization ${organizationId.slice(-8)}`);
  return (
    <table role="table" className={styles.table}>
      <caption>
        <VisuallyHidden>API tokens</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {tokens.map((token) => (
          <Row
            key={token.id}
            token={token}
            state={tokenState(token, organizations)}
            organization={describePlace(token)}
            busy={busy?.id === token.id ? busy.change : null}
            {...on}
          />
        ))}
      </tbody>
    </table>
  );
}
