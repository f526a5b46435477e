/** Ranges of analytics, in days up to and including today. */
export const ANALYTICS_RANGE = { choices: [7, 30, 90, 365], default: 90 } as const;
