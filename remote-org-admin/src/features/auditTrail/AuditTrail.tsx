/** Audit trail of an organization, for its managers. */
import type { Member, Organization, AuditEntry } from '@hindsight/shared-contracts/api';
import { download, describeError, csvLine, AUDIT_KINDS } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, CardSkeleton, formatAbsoluteTime } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { useAuditTrail, useWholeAuditTrail } from '../../api/auditTrail';
import type { AuditFilters } from '../../api/auditTrail';
import { listPeople, targetPath, groupEntries } from '../../model/auditTrail';
import { auditTexts, KIND_LABELS } from './texts';
import styles from './AuditTrail.module.css';
import { formatSentence } from './sentences';
import { Link } from '@hindsight/shared-contracts/router';
import { StackedTable } from '../organizations/StackedTable';
import { DateRange } from '@hindsight/shared-ui/data';
import type { PersonOption } from '../../model/auditTrail';
import select from '../organizations/RoleSelect.module.css';

interface FilterProps {
  label: string;
  /** Label of the empty choice. */
  all: string;
  value: string | undefined;
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

/** Uses native selects, which need no extra code and suit a phone. */
function AuditFilterBar({ filters, people, onChange }: AuditFilterBarProps) {
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

/** Links to the target of an entry when the open workspace contains it. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const { scope } = useShell();
  const address = entry.organization_id === scope.organizationId ? targetPath(entry) : null;
  const text = formatSentence(entry);
  return address === null ? text : <Link to={address}>{text}</Link>;
}

/** One row per action: when, who, what. */
function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.entries}>
      <StackedTable
        label={auditTexts.title}
        columns={['When', 'Who', 'What']}
        rows={groupEntries(entries).map(({ lead, rest }) => ({
          key: lead.id,
          cells: [
            <time key="when" dateTime={lead.created_at} className={styles.when}>
              {formatAbsoluteTime(lead.created_at)}
            </time>,
            lead.actor_name ?? auditTexts.former,
            rest.length === 0 ? (
              <Sentence key="what" entry={lead} />
            ) : (
              <details key="what">
                <summary>
                  {formatSentence(lead)}{' '}
                  <span className={styles.more}>{auditTexts.alsoDone(rest.length)}</span>
                </summary>
                <ul>
                  {[lead, ...rest].map((entry) => (
                    <li key={entry.id}>
                      <Sentence entry={entry} />
                    </li>
                  ))}
                </ul>
              </details>
            ),
          ],
        }))}
      />
    </div>
  );
}

const COLUMNS: readonly [string, (entry: AuditEntry) => string | null][] = [
  ['time', (entry) => entry.created_at],
  ['who', (entry) => entry.actor_name ?? auditTexts.former],
  ['what', formatSentence],
  ['action', (entry) => entry.action_type],
  ['who_id', (entry) => entry.actor_user_id],
  ['target_type', (entry) => entry.target_type],
  ['target_id', (entry) => entry.target_id],
];

/** CSV with a header and one line per entry; values cannot become formulas. */
const auditCsv = (entries: readonly AuditEntry[]): string =>
  `\uFEFF${csvLine(COLUMNS.map(([name]) => name))}` +
  entries.map((entry) => csvLine(COLUMNS.map(([, read]) => read(entry) ?? ''))).join('');

/** `audit-trail-2026-11-27.csv`. */
const auditFileName = (now: Date): string => `audit-trail-${now.toISOString().slice(0, 10)}.csv`;

interface AuditTrailProps {
  organization: Organization;
  members: readonly Member[];
}

interface ResultsProps {
  audit: ReturnType<typeof useAuditTrail>;
  /** Undefined without active filters. */
  onClear: (() => void) | undefined;
}

function Results({ audit: { trail, more, loadMore }, onClear }: ResultsProps) {
  if (!trail.data) {
    if (!trail.error) return <CardSkeleton rows="short" label={auditTexts.loading} count={3} />;
    return <ErrorState title={auditTexts.loadFailed} query={trail} />;
  }
  const { entries, hasMore } = trail.data;
  if (entries.length === 0) {
    return onClear ? (
      <EmptyState
        kind="no-match"
        title={auditTexts.noMatch}
        description={auditTexts.noMatchHint}
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState kind="nothing-yet" icon="clock" title={auditTexts.none} description={auditTexts.noneHint} />
    );
  }
  return (
    <>
      <AuditEntries entries={entries} />
      <div className={styles.end}>
        <span role="status">{auditTexts.shown(entries.length, hasMore)}</span>
        {more.error && <span role="alert">{auditTexts.moreFailed(describeError(more.error))}</span>}
        {hasMore && (
          <Button onClick={loadMore} loading={more.isPending}>
            Load more
          </Button>
        )}
      </div>
    </>
  );
}

/** The entries, newest first. */
export function AuditTrail({ organization, members }: AuditTrailProps) {
  const { toasts } = useShell();
  const [filters, setFilters] = useState<AuditFilters>({});
  const audit = useAuditTrail(organization.id, filters);
  const { trail, more } = audit;
  const whole = useWholeAuditTrail(organization.id, filters);
  useExpiredSession(trail.error ?? more.error, 'fetch the audit trail');
  const filterBy = (next: AuditFilters) => {
    setFilters(next);
    more.reset();
  };
  const isFiltered = Object.values(filters).some((value) => value != null);
  const save = () =>
    whole.mutate(undefined, {
      onSuccess: (entries) => {
        const csv = auditCsv(entries);
        download([new Blob([csv])], 'text/csv', auditFileName(new Date()));
      },
      onError: (error) => toasts.show('error', auditTexts.downloadFailed(describeError(error))),
    });
  return (
    <div className={styles.body}>
      <div className={styles.filters}>
        <AuditFilterBar
          filters={filters}
          people={listPeople(trail.data?.entries ?? [], members, filters.person)}
          onChange={filterBy}
        />
        <Button
          onClick={save}
          loading={whole.isPending}
          disabled={
            trail.data?.entries.length === 0 ? (isFiltered ? auditTexts.noMatch : auditTexts.none) : null
          }
        >
          Download CSV
        </Button>
      </div>
      <Results audit={audit} onClear={isFiltered ? () => filterBy({}) : undefined} />
    </div>
  );
}
