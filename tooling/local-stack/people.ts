/** The demo users, for the start message and the service's administrator lists. */
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';

export { signInPeople } from '../../gateway/src/people';

const emailsWithRole = (role: 'isSuperadmin' | 'isBetaAdmin') =>
  DEMO_PEOPLE.filter((person) => person[role]).map(({ email }) => email);

export const adminEmails = emailsWithRole('isSuperadmin');
export const betaAdminEmails = emailsWithRole('isBetaAdmin');
