/** Scopes that name no organization, for programs that have no bus: importing `events` loads RxJS with it. */
export const PERSONAL_SCOPE = { scope: 'personal', organizationId: null } as const;
export const PUBLIC_SCOPE = { scope: 'public', organizationId: null } as const;
