/** Whether the tables of the database that this process has opened are distributed over workers, by tenant. */
let areDistributed = false;

export function setDistributed(isCitus: boolean): void {
  areDistributed = isCitus;
}

export const isDistributed = (): boolean => areDistributed;
