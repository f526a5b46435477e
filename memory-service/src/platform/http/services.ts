/** Services available to every handler. */
import type { BuildInfo } from '@hindsight/shared-contracts/api';
import type { Config } from '../config/config';
import type { EventHub } from '../events/hub';
import type { JobRunner } from '../jobs/runner';
import type { Database } from '../database/database';
import type { VersionedCache } from '../database/stampedCache';
import type { TokenRegistry } from '../auth/tokenRegistry';

/** Background components. Features add their own by augmenting this interface. */
export interface Operations {
  jobs: JobRunner;
  events: EventHub;
  /** Answers cached until their workspace changes. */
  remembered: VersionedCache;
  /** Finishes pending work; call before closing the database. */
  close: () => Promise<void>;
}

/** Dependencies passed to handlers. Features can augment this interface as well. */
export interface Services {
  config: Config;
  database: Database;
  tokens: TokenRegistry;
  operations: Operations;
  mcpServer?: BuildInfo['mcp_server'];
}
