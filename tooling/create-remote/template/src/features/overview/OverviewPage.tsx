/** The page `/example`. */
import { Slot, useShell } from '@hindsight/shared-contracts/shell';
import { Card } from '@hindsight/shared-ui/core';
import styles from './OverviewPage.module.css';

/** Starting point of the page: replace the content, keep the structure. The title above it comes from the descriptor. */
export function OverviewPage() {
  const { session } = useShell();
  const name = session.user?.display_name ?? session.user?.email ?? 'there';
  return (
    <div className={styles.page}>
      <Card title={`Hello, ${name}`}>
        This page is part of remote-example and was loaded from its own address.
      </Card>
      <Slot name="example.summary" props={{}} />
    </div>
  );
}
