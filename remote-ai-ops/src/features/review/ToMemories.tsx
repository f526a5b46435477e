/** Link to the memories, the next step on a page without suggestions. */
import { Link } from '@hindsight/shared-contracts/router';

export const TO_MEMORIES = <Link to="/memory-blocks">Go to Memory Blocks</Link>;
