/** Which entries of the audit trail are shown: by kind of action and by person. */
import { AUDIT_KINDS } from '@hindsight/shared-contracts/rules';
import type { AuditFilters } from '../../api/auditTrail';
import type { PersonOption } from '../../model/auditTrail';
import select from '../organizations/RoleSelect.module.css';
import { KIND_LABELS } from './texts';
import styles from './AuditTrail.module.css';

interface FilterProps {
  label: string;
  /** What is shown while nothing is chosen. */
  all: string;
  value: string | undefined;
  /** Their values and labels. */
  options: readonly (readonly [string, string])[];
  onChange(value: string | undefined): void;
}

function Filter({ label, all, value, options, onChange }: FilterProps) {
  return (
    <select
      className={`${select.select} ${styles.filter}`}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{all}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface AuditFilterBarProps {
  filters: AuditFilters;
  people: readonly PersonOption[];
  onChange(filters: AuditFilters): void;
}

/** Two native selects: they need no code of their own and suit a phone. */
export function AuditFilterBar({ filters, people, onChange }: AuditFilterBarProps) {
  return (
    <div className={styles.filters}>
      <Filter
        label="Kind of action"
        all="All actions"
        value={filters.kind}
        options={Object.entries(KIND_LABELS)}
        onChange={(value) => onChange({ ...filters, kind: AUDIT_KINDS.find((kind) => kind === value) })}
      />
      <Filter
        label="Person"
        all="Everybody"
        value={filters.person?.[0]}
        options={people}
        onChange={(id) => onChange({ ...filters, person: people.find(([one]) => one === id) })}
      />
    </div>
  );
}
