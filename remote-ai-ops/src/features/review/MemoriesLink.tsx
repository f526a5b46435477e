/** Link to the memories, the next step on a page without suggestions. */
import { Link } from '@hindsight/shared-contracts/router';

export const MEMORIES_LINK = <Link to="/memory-blocks">Go to Memory Blocks</Link>;
