/** The memories that a suggestion is about, each with its ways on. */
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, IdLabel } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { isGone, loadBlock } from '../../api/blocks';
import { reasonOf } from '../../model/failure';
import { MemoryLink, MemoryPartNotice, useMemoryPartProblem } from '../review/MemoryLinks';
import styles from './AffectedBlocks.module.css';

/** Memories of one page of the list. */
const PER_PAGE = 10;

export const notFoundText = (id: string): string =>
  `Memory block not found: ${id.slice(0, 8)}... This might be a stale suggestion.`;
export const unopenedText = (reason: string): string => `Unable to open memory block details: ${reason}`;

/** View Details asks first whether the memory is still there, because suggestions may be old. */
export function AffectedBlocks({ ids }: { ids: readonly string[] }) {
  const [page, setPage] = useState(1);
  const [opening, setOpening] = useState<string | null>(null);
  const { api, toasts } = useShell();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const problem = useMemoryPartProblem();

  async function view(id: string) {
    setOpening(id);
    try {
      await loadBlock(api, id);
      const params = new URLSearchParams(search);
      params.set('block', id);
      await navigate(`${pathname}?${params.toString()}`);
    } catch (error) {
      if (isGone(error)) toasts.show('warning', notFoundText(id));
      else toasts.show('error', unopenedText(reasonOf(error)));
    } finally {
      setOpening(null);
    }
  }

  return (
    <div className={styles.part}>
      <MemoryPartNotice />
      <ul className={styles.list} aria-label="Affected memories">
        {ids.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((id) => (
          <li key={id}>
            <IdLabel id={id} label="memory ID" />
            <span className={styles.ways}>
              <Button
                size="small"
                type="link"
                disabled={problem !== null}
                loading={opening === id}
                onClick={() => void view(id)}
              >
                View Details
              </Button>
              <MemoryLink to={`/memory-blocks?search=${encodeURIComponent(id)}`}>Search in List</MemoryLink>
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageSize={PER_PAGE}
        total={ids.length}
        onChange={setPage}
        label="affected memories"
      />
    </div>
  );
}
