/** The accounts of the small identity provider. */
export interface Account {
  email: string;
  password: string;
}

/** The account for an email and password; undefined when they do not match. */
export function accountFor(
  accounts: readonly Account[],
  email: string,
  password: string,
): Account | undefined {
  return accounts.find((one) => one.email === email.trim().toLowerCase() && one.password === password);
}
