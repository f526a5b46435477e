/** What every handler may use. */
import type { BuildInfo } from '@hindsight/shared-contracts/api';
import type { Config } from '../config/config';
import type { EventHub } from '../events/hub';
import type { JobRunner } from '../jobs/runner';
import type { Database } from '../database/database';
import type { VersionedCache } from '../database/stampedCache';
import type { TokenRegistry } from '../auth/tokenRegistry';

/** What works beside the requests and for them. Features add their own by augmenting this interface. */
export interface Operations {
  jobs: JobRunner;
  events: EventHub;
  /** Answers that hold while their workspace does not change. */
  remembered: VersionedCache;
  /** Finishes what is under way; call it before the database is closed. */
  close: () => Promise<void>;
}

/** What handlers are called with. Features add their own, too. */
export interface Services {
  config: Config;
  database: Database;
  tokens: TokenRegistry;
  operations: Operations;
  mcpServer?: BuildInfo['mcp_server'];
}
