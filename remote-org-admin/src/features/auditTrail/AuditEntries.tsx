/** The entries of the audit trail as a table. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { formatAbsoluteTime } from '@hindsight/shared-ui/core';
import { addressFor, groupEntries } from '../../model/auditTrail';
import { StackedTable } from '../organizations/StackedTable';
import { formatSentence } from './sentences';
import { auditTexts } from './texts';
import styles from './AuditTrail.module.css';

/** A link where the workspace that is open shows what it is about. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const { scope } = useShell();
  const address = entry.organization_id === scope.organizationId ? addressFor(entry) : null;
  const text = formatSentence(entry);
  return address === null ? text : <Link to={address}>{text}</Link>;
}

/** One row for each action: when, who, what. */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
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
