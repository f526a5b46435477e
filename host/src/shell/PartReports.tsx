/** Reports failures of a page's parts with the release of the page or slot that contains them. */
import { ShellProvider, useShell } from '@hindsight/shared-contracts/shell';
import { useMemo, type ReactNode } from 'react';
import { reportError, type ErrorPlace } from '../telemetry/reportError';
import { isLoadFailure } from '../federation/failure';

type PartPlace = Pick<ErrorPlace, 'remote' | 'version'>;

/** Several parts may wait for the same file; its failure is reported once. */
const reported = new WeakSet<object>();

/** Reports the failure of a part; without a place, the script's URL determines the remote. */
export function reportPart(error: unknown, place: PartPlace = {}): void {
  if (error instanceof Error) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  reportError(error, { area: 'part', ...place, expected: isLoadFailure(error) });
}

/** Provides a shell that differs only in the release to which failures are attributed. */
export function PartReports({ remote, version, children }: PartPlace & { children: ReactNode }) {
  const shell = useShell();
  const own = useMemo(
    () => ({
      ...shell,
      reportFailure: (error: unknown) =>
        reportPart(error, remote ? { remote, version: version ?? null } : {}),
    }),
    [shell, remote, version],
  );
  return <ShellProvider shell={own}>{children}</ShellProvider>;
}
