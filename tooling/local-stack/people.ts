/** The demo people, as the sign-in page and the start message need them. */
import type { Person } from './gateway/signInPage';

export const signInPeople: readonly Person[] = [
  { name: 'Temp Person', email: 'temp@hindsight.local', description: 'temp' },
];
export const adminEmails: string[] = [];
export const betaAdminEmails: string[] = [];
