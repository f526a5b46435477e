/** Members of an organization. */
import type { Member } from '@hindsight/shared-contracts/api';

/** A member's name in a sentence. */
export const memberName = ({ display_name, email }: Member) => display_name || email;

/** By e-mail, whatever order they came in. */
export const sortMembers = (members: readonly Member[]): Member[] =>
  [...members].sort((a, b) => a.email.localeCompare(b.email));
