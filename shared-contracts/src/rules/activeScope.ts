/** Scopes without an organization, for programs without a scope bus: importing `events` would load RxJS. */
export const PERSONAL_SCOPE = { scope: 'personal', organizationId: null } as const;
export const PUBLIC_SCOPE = { scope: 'public', organizationId: null } as const;
