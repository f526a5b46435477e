/** The version of the contracts that this program was built with; a descriptor's `contracts` range must include it. */

/** Equals the version in shared-contracts/package.json; a test compares them, so that browsers need not load the file. */
export const CONTRACTS_VERSION = '3.2.2';
