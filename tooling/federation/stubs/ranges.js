/** Stands where the federation runtime has a semver of its own: one rule for ranges on the whole page. */
export { satisfies as satisfy } from '@hindsight/shared-contracts/registry';
