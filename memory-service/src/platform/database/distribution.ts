/** Whether the tables of the open database are distributed over workers, by tenant. */
let areDistributed = false;

export function setDistributed(isCitus: boolean): void {
  areDistributed = isCitus;
}

export const isDistributed = (): boolean => areDistributed;
