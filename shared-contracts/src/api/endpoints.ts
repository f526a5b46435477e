/** The one table of calls: the server registers from it, the client is typed by it, OpenAPI is written from it. */
import { agentEndpoints } from './agents';
import { betaAccessEndpoints } from './betaAccess';
import { consolidationEndpoints } from './consolidation';
import { keywordEndpoints } from './keywordCalls';
import { memoryBlockEndpoints } from './memoryBlocks';
import { notificationEndpoints } from './notifications';
import { organizationEndpoints } from './organizations';
import { sessionEndpoints } from './session';
import { tokenEndpoints } from './tokens';

export const endpoints = {
  ...sessionEndpoints,
  ...tokenEndpoints,
  ...memoryBlockEndpoints,
  ...agentEndpoints,
  ...keywordEndpoints,
  ...organizationEndpoints,
  ...notificationEndpoints,
  ...consolidationEndpoints,
  ...betaAccessEndpoints,
};

export type Endpoints = typeof endpoints;
