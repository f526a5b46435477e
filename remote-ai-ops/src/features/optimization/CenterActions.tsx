/** Refresh Analysis and the link back, in the page's header. */
import { Link } from '@hindsight/shared-contracts/router';
import { Button } from '@hindsight/shared-ui/core';
import { useAnalysis } from '../../api/optimization';
import { optimizationTexts as texts } from './texts';
import { useOptimizationFilters } from './useOptimizationFilters';
import styles from './CenterActions.module.css';

/** Refreshes the analysis that the page shows. */
export function CenterActions() {
  const { isFetching, refetch } = useAnalysis(useOptimizationFilters().view);
  return (
    <span className={styles.actions}>
      <Link to="/memory-blocks">{texts.back}</Link>
      <Button onClick={() => void refetch()} loading={isFetching}>
        {texts.refresh}
      </Button>
    </span>
  );
}
