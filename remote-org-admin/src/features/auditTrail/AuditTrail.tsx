/** Who did what in an organization, for those who manage it. */
import type { Member, Organization } from '@hindsight/shared-contracts/api';
import { download, describeError } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, VisuallyHidden } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { useAuditTrail, useWholeAuditTrail, type AuditFilters } from '../../api/auditTrail';
import { peopleIn } from '../../model/auditTrail';
import { AuditEntries } from './AuditEntries';
import { auditCsv, auditFileName } from './auditFile';
import { AuditFilterBar } from './AuditFilterBar';
import { auditTexts } from './texts';
import styles from './AuditTrail.module.css';

interface AuditTrailProps {
  organization: Organization;
  members: readonly Member[];
}

function Waiting() {
  return (
    <div role="status" className={styles.waiting}>
      <VisuallyHidden>{auditTexts.loading}</VisuallyHidden>
      {[0, 1, 2].map((index) => (
        <span key={index} className={styles.shape} aria-hidden />
      ))}
    </div>
  );
}

interface ResultsProps {
  audit: ReturnType<typeof useAuditTrail>;
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined;
}

function Results({ audit: { trail, more, loadMore }, onClear }: ResultsProps) {
  if (!trail.data) {
    if (!trail.error) return <Waiting />;
    return (
      <ErrorState
        title={auditTexts.loadFailed}
        detail={describeError(trail.error)}
        onRetry={() => void trail.refetch()}
        retrying={trail.isFetching}
      />
    );
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
          people={peopleIn(trail.data?.entries ?? [], members, filters.person)}
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
