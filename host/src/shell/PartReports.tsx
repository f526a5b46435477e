/** Takes what parts of a page report of their failures, with the release of the page or slot that they are in. */
import { ShellProvider, useShell } from '@hindsight/shared-contracts/shell';
import { useMemo, type ReactNode } from 'react';
import { reportError, type ErrorPlace } from '../telemetry/reportError';
import { isLoadFailure } from '../federation/failure';

type PartPlace = Pick<ErrorPlace, 'remote' | 'version'>;

/** Several parts may wait for one file, whose failure is one. */
const reported = new WeakSet<object>();

/** Reports the failure of a part; without a place by the address of the script. */
export function reportPart(error: unknown, place: PartPlace = {}): void {
  if (error instanceof Error) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  reportError(error, { area: 'part', ...place, expected: isLoadFailure(error) });
}

/** The shell for what is below: the same, but for whose failures it reports. */
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
