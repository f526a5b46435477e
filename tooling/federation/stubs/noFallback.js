/** Stands where the runtime looks for a second copy of a shared module in a container of its own: our builds have none. */
export const getSharedFallbackGetter = ({ factory }) => factory;
