/** Proposals to merge, resolve, shorten, tag or archive memories: stored once, for every page that shows them. */
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
