/** Content of a failure report, and where reports are sent. */
import type { RuntimeConfig } from '@hindsight/shared-contracts/config';

export interface FailureReport {
  /** Milliseconds since 1970. */
  time: number;
  level: 'warn' | 'error';
  area: string;
  remote?: string;
  version?: string | null;
  name: string;
  message: string;
  stack?: string;
}

/** Recipient of the reports, and their format. */
export type ReportTarget = Pick<RuntimeConfig, 'telemetryUrl' | 'telemetryFormat'>;
