/** The entries of the audit trail as a table. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { formatAbsoluteTime } from '@hindsight/shared-ui/core';
import { StackedTable } from '../organizations/StackedTable';
import { sentenceOf } from './sentences';
import { auditTexts } from './texts';
import styles from './AuditTrail.module.css';

/** One row for each: when, who, what. */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.entries}>
      <StackedTable
        label={auditTexts.title}
        columns={['When', 'Who', 'What']}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: [
            <time key="when" dateTime={entry.created_at} className={styles.when}>
              {formatAbsoluteTime(entry.created_at)}
            </time>,
            entry.actor_name ?? auditTexts.former,
            sentenceOf(entry),
          ],
        }))}
      />
    </div>
  );
}
