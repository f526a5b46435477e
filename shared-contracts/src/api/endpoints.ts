/** The endpoint table: the server registers its routes, the client derives its types and OpenAPI is generated from it. */
import { agentActivityEndpoints } from './agentActivity';
import { agentEndpoints } from './agents';
import { auditEndpoints } from './audits';
import { analyticsEndpoints } from './analytics';
import { betaAccessEndpoints } from './betaAccess';
import { bulkBlockEndpoints } from './bulkBlocks';
import { bulkOperationEndpoints } from './bulkOperations';
import { compactionEndpoints } from './compaction';
import { consolidationEndpoints } from './consolidation';
import { deviceGrantEndpoints } from './deviceGrants';
import { editBlockEndpoints } from './editBlocks';
import { eventEndpoints } from './events';
import { feedbackEndpoints } from './feedback';
import { importBlockEndpoints } from './importBlocks';
import { invitationEndpoints } from './invitations';
import { keywordEndpoints } from './keywordCalls';
import { keywordCleanupEndpoints } from './keywordCleanup';
import { languageModelEndpoints } from './languageModel';
import { memberEndpoints } from './members';
import { jobEndpoints } from './jobs';
import { memoryBlockEndpoints } from './memoryBlocks';
import { notificationEndpoints } from './notifications';
import { oauthRequestEndpoints } from './oauthRequests';
import { organizationEndpoints } from './organizations';
import { optimizationEndpoints } from './optimization';
import { pinnedQuestionEndpoints } from './pinnedQuestions';
import { pruningEndpoints } from './pruning';
import { reviewEndpoints } from './review';
import { savedViewEndpoints } from './savedViews';
import { searchEndpoints } from './search';
import { secretEndpoints } from './secrets';
import { sessionEndpoints } from './session';
import { supportEndpoints } from './support';
import { tokenEndpoints } from './tokens';
import { visitEndpoints } from './visits';

export const endpoints = {
  ...sessionEndpoints,
  ...tokenEndpoints,
  ...deviceGrantEndpoints,
  ...oauthRequestEndpoints,
  ...memoryBlockEndpoints,
  ...feedbackEndpoints,
  ...agentEndpoints,
  ...agentActivityEndpoints,
  ...keywordCleanupEndpoints,
  ...keywordEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...auditEndpoints,
  ...supportEndpoints,
  ...notificationEndpoints,
  ...consolidationEndpoints,
  ...reviewEndpoints,
  ...searchEndpoints,
  ...secretEndpoints,
  ...analyticsEndpoints,
  ...compactionEndpoints,
  ...bulkBlockEndpoints,
  ...editBlockEndpoints,
  ...importBlockEndpoints,
  ...bulkOperationEndpoints,
  ...jobEndpoints,
  ...eventEndpoints,
  ...pruningEndpoints,
  ...languageModelEndpoints,
  ...optimizationEndpoints,
  ...pinnedQuestionEndpoints,
  ...savedViewEndpoints,
  ...visitEndpoints,
  ...betaAccessEndpoints,
};

export type Endpoints = typeof endpoints;
