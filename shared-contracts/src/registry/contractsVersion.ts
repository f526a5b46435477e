/** The version of the contracts that this program was built with: what a descriptor's `contracts` range is held against. */

/** Equals the version in shared-contracts/package.json; a test holds the two together, so that browsers need not load the file. */
export const CONTRACTS_VERSION = '2.0.0';
