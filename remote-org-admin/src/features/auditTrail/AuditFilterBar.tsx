/** Which entries of the audit trail are shown: by kind of action, by person and by day. */
import { AUDIT_KINDS } from '@hindsight/shared-contracts/rules';
import { DateRange } from '@hindsight/shared-ui/data';
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

/** Native selects: they need no code of their own and suit a phone. */
export function AuditFilterBar({ filters, people, onChange }: AuditFilterBarProps) {
  return (
    <>
      <Filter
        label="Kind of action"
        all="All actions"
        value={filters.kind}
        options={Object.entries(KIND_LABELS)}
        onChange={(value) => onChange({ ...filters, kind: AUDIT_KINDS.find((kind) => kind === value) })}
      />
      <Filter
        label="Person"
        all="Everyone"
        value={filters.person?.[0]}
        options={people}
        onChange={(id) => onChange({ ...filters, person: people.find(([one]) => one === id) })}
      />
      <DateRange
        label="Date"
        value={{ from: filters.from ?? null, to: filters.to ?? null }}
        onChange={(range) => onChange({ ...filters, ...range })}
      />
    </>
  );
}
