/** Memories of a suggestion, with links. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, excerpt, IdLabel } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { isGone, loadBlock, useBlocks } from '../../api/blocks';
import { MemoryLink, MemoryProblemNotice, useMemoryAddress, useMemoryProblem } from '../review/MemoryLinks';
import { optimizationTexts as texts } from './texts';
import styles from './AffectedBlocks.module.css';

const PER_PAGE = 10;
/** Characters shown to identify a memory. */
const NAME_LENGTH = 80;

/** View Details checks first whether the memory still exists, because suggestions may be stale. */
export function AffectedBlocks({ ids }: { ids: readonly string[] }) {
  const [page, setPage] = useState(1);
  const [opening, setOpening] = useState<string | null>(null);
  const { api, toasts } = useShell();
  const addressFor = useMemoryAddress();
  const navigate = useNavigate();
  const problem = useMemoryProblem();
  const shown = ids.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const { data: blocks } = useBlocks(shown);

  async function view(id: string) {
    setOpening(id);
    try {
      await loadBlock(api, id);
      await navigate(addressFor(id));
    } catch (error) {
      if (isGone(error)) toasts.show('warning', texts.notFound(id));
      else toasts.show('error', texts.viewFailed(describeError(error)));
    } finally {
      setOpening(null);
    }
  }

  return (
    <div className={styles.content}>
      <MemoryProblemNotice />
      <ul className={styles.list} aria-label={texts.affected}>
        {shown.map((id, index) => (
          <li key={id}>
            <span className={styles.name} dir="auto">
              {excerpt(blocks?.[index]?.content ?? '', NAME_LENGTH)}
            </span>
            <IdLabel id={id} label="memory ID" />
            <span className={styles.links}>
              <Button
                size="small"
                type="link"
                disabled={problem}
                loading={opening === id}
                onClick={() => void view(id)}
              >
                {texts.viewDetails}
              </Button>
              <MemoryLink to={`/memory-blocks?search=${encodeURIComponent(id)}`}>
                {texts.searchInList}
              </MemoryLink>
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
