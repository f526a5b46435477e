/** Dialog to select the newer memory that replaces this one. */
import { useEffect, useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { SearchBox } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { supersede, undoSupersede } from '../../api/feedback';
import { useMemoryPage } from '../../api/memoryPage';
import { memoryTitle, fullTitle } from '../../model/cardText';
import type { Memory } from '../../model/memory';
import { FILTER_DEBOUNCE_MS, NO_FILTERS, PAGE_SIZE } from '../../model/memoryFilters';
import { useBlockWork } from '../blockActions/useBlockWork';
import styles from './JudgmentBar.module.css';
import {
  NO_SUCCESSOR,
  SIGN_IN_TO_SUPERSEDE,
  SUPERSEDED,
  SUPERSEDE_HELP,
  SUPERSEDE_UNDONE,
  supersedeFailed,
} from './texts';

export interface SupersedeDialogProps {
  block: Memory;
  onClose(): void;
}

/** Starts with similar memories, because a successor says nearly the same. */
export function SupersedeDialog({ block, onClose }: SupersedeDialogProps) {
  const { guardWrite } = useShell();
  const carryOut = useBlockWork();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState(memoryTitle(block));
  const wanted = search.trim() || memoryTitle(block);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const found = useMemoryPage(
    { ...NO_FILTERS, search: asked, mode: 'hybrid', sort: 'recent', page: 1, size: PAGE_SIZE },
    true,
  );
  const rows = (found.data?.items ?? []).filter(({ id }) => id !== block.id);

  function choose(successorId: string): void {
    if (!guardWrite(SIGN_IN_TO_SUPERSEDE)) return;
    const undo = () =>
      void carryOut({
        act: (context) => undoSupersede(context, block),
        done: SUPERSEDE_UNDONE,
        failed: supersedeFailed,
      });
    void carryOut({
      act: (context) => supersede(context, block, successorId),
      done: SUPERSEDED,
      undo,
      failed: supersedeFailed,
    });
    onClose();
  }
  return (
    <Modal
      title="Replace with a newer memory"
      description={SUPERSEDE_HELP}
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <SearchBox value={search} onChange={setSearch} label="Search for the newer memory" />
      {found.data && rows.length === 0 && <p role="status">{NO_SUCCESSOR}</p>}
      <ul className={styles.results} aria-label="Memories" aria-busy={found.isFetching}>
        {rows.map((row) => (
          <li key={row.id}>
            <span dir="auto">{fullTitle(row)}</span>
            <Button size="small" aria-label={`Choose ${memoryTitle(row)}`} onClick={() => choose(row.id)}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
