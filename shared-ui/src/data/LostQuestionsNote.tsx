/** Note in a dialog: the pinned questions that would lose a memory by the pending change. */
import type { PlannedChanges } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '../core/icons/Icon';
import { lostQuestionsText } from './lostQuestions';
import styles from './LostQuestionsNote.module.css';

/** Empty while the check runs, if nothing is lost, and for people who may not make the change. */
export function LostQuestionsNote({ changes }: { changes: PlannedChanges }) {
  const { session, scope } = useShell();
  const mayChange = session.user !== null && writeProblem(session, scope) === null;
  const { data: text } = useScopedQuery({
    key: ['pinned-questions', 'check', changes],
    load: (api, signal) => lostQuestionsText(api, changes, { signal }),
    enabled: mayChange,
  });
  return (
    <div role="status" className={styles.status}>
      {mayChange && text && (
        <p className={styles.note}>
          <Icon name="warning" size={16} />
          <span dir="auto">{text}</span>
        </p>
      )}
    </div>
  );
}
