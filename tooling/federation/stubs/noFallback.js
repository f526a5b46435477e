/** Replaces the runtime's search for a second copy of a shared module in a container: our builds have none. */
export const getSharedFallbackGetter = ({ factory }) => factory;
