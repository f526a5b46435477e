/** Replaces the federation runtime's semver: one rule for ranges in the whole page. */
export { satisfies as satisfy } from '@hindsight/shared-contracts/registry';
