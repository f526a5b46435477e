/** What a report of a failure holds, and where reports go. */
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

/** Who takes the reports, and in which form. */
export type ReportTarget = Pick<RuntimeConfig, 'telemetryUrl' | 'telemetryFormat'>;
