/** A select of roles. */
import type { Role } from '@hindsight/shared-contracts/api';
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import { useId } from 'react';
import { ROLE_LABELS } from './texts';
import styles from './RoleSelect.module.css';

interface RoleSelectProps {
  /** E.g. `Role of ada@example.org`. */
  label: string;
  value: Role;
  roles: readonly Role[];
  onChange(role: Role): void;
  /** Why it is disabled; null when enabled. */
  disabledReason?: string | null;
  /** A change is in flight. The select stays enabled to keep the focus, but ignores input. */
  busy?: boolean;
}

/** A native select, because a table has dozens of them. The current role is always an option. */
export function RoleSelect({
  label,
  value,
  roles,
  onChange,
  disabledReason = null,
  busy = false,
}: RoleSelectProps) {
  const reasonId = useId();
  const options = roles.includes(value) ? roles : [...roles, value];
  return (
    <>
      <select
        className={styles.select}
        aria-label={label}
        aria-describedby={disabledReason ? reasonId : undefined}
        title={disabledReason ?? undefined}
        value={value}
        disabled={disabledReason !== null}
        aria-busy={busy || undefined}
        onChange={(event) => {
          const role = options.find((one) => one === event.target.value);
          if (role && !busy) onChange(role);
        }}
      >
        {options.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role]}
          </option>
        ))}
      </select>
      {disabledReason && (
        <span id={reasonId}>
          <VisuallyHidden>{disabledReason}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
