/** The demo people, as the sign-in page, the start message and the service's administrator lists need them. */
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import type { Person } from './gateway/signInPage';

export const signInPeople: readonly Person[] = DEMO_PEOPLE.map(({ name, email, description }) => ({
  name,
  email,
  description,
}));

const emailsOf = (role: 'isSuperadmin' | 'isBetaAdmin') =>
  DEMO_PEOPLE.filter((person) => person[role]).map(({ email }) => email);

export const adminEmails = emailsOf('isSuperadmin');
export const betaAdminEmails = emailsOf('isBetaAdmin');
