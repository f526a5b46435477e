/** Whether the tables of the database that this process has opened are distributed over workers, by tenant. */
export const isDistributed = (): boolean => false;
