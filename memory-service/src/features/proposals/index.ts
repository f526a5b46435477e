/** What was found to merge, settle, shorten, tag or archive: stored once, whichever page shows it. */
export {
  CURRENT,
  NOT_SNOOZED,
  OF_ITS_BLOCK,
  PENDING,
  changeProposals,
  decideProposal,
  deleteProposals,
  deleteProposalsWithIds,
  dropProposals,
  findAny,
  findProposal,
  isSetAside,
  lockProposal,
  logProposals,
  settleProposal,
  snoozeProposal,
  storeProposals,
} from './queries/proposals';
export type { ProposalRow } from './queries/proposals';
