/** The eye of a row: leads to the memory's own page, which another part of the product shows. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { Icon, IconButton } from '@hindsight/shared-ui/core';
import { useMemoryPartProblem } from '../review/MemoryLinks';

/** While that part is away, the button says so and leads nowhere. */
export function MemoryEye({ id }: { id: string }) {
  const navigate = useNavigate();
  const problem = useMemoryPartProblem();
  const label = `View memory ${id.slice(-8)}`;
  return (
    <IconButton
      label={problem ? `${label}: ${problem}` : label}
      aria-disabled={problem !== null}
      onClick={() => {
        if (!problem) void navigate(`/memory-blocks/${id}`);
      }}
    >
      <Icon name={problem ? 'unavailable' : 'eye'} />
    </IconButton>
  );
}
