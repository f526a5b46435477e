/** Refresh Analysis and the way back, in the page's header. */
import { Link, useSearchParams } from '@hindsight/shared-contracts/router';
import { Button } from '@hindsight/shared-ui/core';
import { useAnalysis } from '../../api/optimization';
import { readFilters } from '../../model/optimization';
import styles from './CenterActions.module.css';

/** Looks at the same analysis as the page below it. */
export function CenterActions() {
  const [params] = useSearchParams();
  const { isFetching, refetch } = useAnalysis(readFilters(params));
  return (
    <span className={styles.actions}>
      <Link to="/memory-blocks">Back to Memory Blocks</Link>
      <Button onClick={() => void refetch()} loading={isFetching}>
        Refresh Analysis
      </Button>
    </span>
  );
}
