/** A button above the list for what came since it was loaded. The list does not move by itself. */
import { Button, Icon } from '@hindsight/shared-ui/core';
import { MAX_NEW, useNewMemories } from '../../api/newMemories';
import type { MemoryView } from '../../model/memoryFilters';
import { newMemoriesText } from './texts';
import styles from './MemoryBlocksPage.module.css';

interface NewMemoriesProps {
  view: MemoryView;
  /** When the list was loaded, in milliseconds since 1970; 0 before. */
  loadedAt: number;
  shown: readonly { id: string }[];
  onTake(): void;
}

export function NewMemories({ view, loadedAt, shown, onTake }: NewMemoriesProps) {
  const ids = shown.map(({ id }) => id);
  const count = useNewMemories(view, loadedAt, ids);
  return (
    <div role="status" className={styles.news}>
      {count > 0 && (
        <Button icon={<Icon name="refresh" />} onClick={onTake}>
          {newMemoriesText(Math.min(count, MAX_NEW), count >= MAX_NEW)}
        </Button>
      )}
    </div>
  );
}
