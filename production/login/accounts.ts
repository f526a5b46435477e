/** Who can sign in at the small identity provider. */
export interface Account {
  email: string;
  password: string;
}

/** The account of an email and a password; undefined when they do not belong together. */
export function accountFor(
  accounts: readonly Account[],
  email: string,
  password: string,
): Account | undefined {
  return accounts.find((one) => one.email === email.trim().toLowerCase() && one.password === password);
}
