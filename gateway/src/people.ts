/** Demo people, as the sign-in page and the start message show them. */
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import type { Person } from './signInPage';

export const signInPeople: readonly Person[] = DEMO_PEOPLE.map(({ name, email, description }) => ({
  name,
  email,
  description,
}));
