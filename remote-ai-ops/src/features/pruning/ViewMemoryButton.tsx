/** The eye of a row: goes to the memory's own page, which another remote shows. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { Icon, IconButton } from '@hindsight/shared-ui/core';
import { shortId } from '../../model/block';
import { useMemoryProblem } from '../review/MemoryLinks';
import { pruningTexts } from './texts';

/** While that remote is unavailable, the label gives the reason and the button does nothing. */
export function ViewMemoryButton({ id }: { id: string }) {
  const navigate = useNavigate();
  const problem = useMemoryProblem();
  return (
    <IconButton
      label={pruningTexts.viewMemory(shortId(id), problem)}
      aria-disabled={problem !== null}
      onClick={() => {
        if (!problem) void navigate(`/memory-blocks/${id}`);
      }}
    >
      <Icon name={problem ? 'unavailable' : 'eye'} />
    </IconButton>
  );
}
