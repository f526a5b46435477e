/** Version of the contracts that this program was built with; a descriptor's `contracts` range must include it. */

/** Equals the version in shared-contracts/package.json, which a test verifies, so that browsers do not load that file. */
export const CONTRACTS_VERSION = '3.2.3';
