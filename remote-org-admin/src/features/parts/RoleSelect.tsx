/** The choice of a role. */
import type { Role } from '@hindsight/shared-contracts/api';
import { useId } from 'react';
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import { ROLE_LABELS } from '../../model/access';
import styles from './RoleSelect.module.css';

interface RoleSelectProps {
  /** Whose role, e.g. `Role of ada@example.org`. */
  label: string;
  value: Role;
  roles: readonly Role[];
  onChange(role: Role): void;
  /** Why it cannot be changed; null when it can. */
  lock?: string | null;
  busy?: boolean;
}

/** The browser's own control: dozens of them stand in one table. The role itself is always among the choices. */
export function RoleSelect({ label, value, roles, onChange, lock = null, busy = false }: RoleSelectProps) {
  const reason = useId();
  const choices = roles.includes(value) ? roles : [...roles, value];
  return (
    <>
      <select
        className={styles.select}
        aria-label={label}
        aria-describedby={lock ? reason : undefined}
        title={lock ?? undefined}
        value={value}
        disabled={lock !== null || busy}
        onChange={(event) => {
          const role = choices.find((one) => one === event.target.value);
          if (role) onChange(role);
        }}
      >
        {choices.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role]}
          </option>
        ))}
      </select>
      {lock && (
        <span id={reason}>
          <VisuallyHidden>{lock}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
