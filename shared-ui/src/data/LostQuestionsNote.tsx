/** Says in a dialog which pinned questions would lose a memory by what it is about to do. */
import type { PlannedChanges } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '../core/icons/Icon';
import { lostQuestionsText } from './lostQuestions';
import styles from './LostQuestionsNote.module.css';

/** Nothing while it is not known, where nothing is lost, and for those who cannot make the change. */
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
