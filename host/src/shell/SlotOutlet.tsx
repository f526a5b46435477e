/** Slot in the shell or in a page that a remote fills; its errors stay contained in it. */
import {
  LazyBoundary,
  type SlotName,
  type SlotOptions,
  type SlotProps,
} from '@hindsight/shared-contracts/shell';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { isLoadFailure } from '../federation/failure';
import { useRegistry, useRemote } from '../federation/federation';
import { listSlotFillers } from '../federation/registry';
import { reportError } from '../telemetry/reportError';
import { ErrorBoundary } from './ErrorBoundary';
import { PartReports } from './PartReports';
import { failureWords, PART_LOST, UNFILLED } from './slotProblem';

interface SlotOutletProps<N extends SlotName> {
  name: N;
  props: SlotProps[N];
  options?: SlotOptions;
}

/** The reason, and a retry button. */
function renderUnavailable(reason: string, retry: () => void): ReactNode {
  return (
    <Alert
      tone="warn"
      action={
        <Button size="small" onClick={retry}>
          Try Again
        </Button>
      }
    >
      {reason}
    </Alert>
  );
}

function FilledSlot<N extends SlotName>({
  name,
  props,
  options = {},
  remote,
}: SlotOutletProps<N> & { remote: string }) {
  const state = useRemote(remote);
  const release = useRegistry().registry.remotes[remote];
  const failure = state.status === 'failed' ? state.failure : null;
  const { unavailable = renderUnavailable } = options;
  useEffect(() => {
    if (!failure) return;
    const expected = failure.kind !== 'broken' && failure.kind !== 'incompatible';
    reportError(failure.cause ?? failure.reason, {
      area: `slot ${name}`,
      remote,
      version: failure.version,
      expected,
    });
  }, [failure, name, remote]);

  if (state.status === 'loading') return options.loading ?? null;
  if (state.status === 'failed') {
    return unavailable(failureWords(state.failure), state.retry);
  }
  const Part = state.module.slots[name] as ComponentType<SlotProps[N]> | undefined;
  const title = release?.descriptor.displayName ?? remote;
  if (!Part) return unavailable(`${title} doesn’t provide this part.`, () => window.location.reload());
  return (
    <ErrorBoundary
      key={release?.version}
      place={{ area: `slot ${name}`, remote, version: release?.version ?? null }}
      resetKey={remote}
      fallback={(error, retry) => unavailable(brokenPartText(error), retry)}
    >
      <PartReports remote={remote} version={release?.version ?? null}>
        <LazyBoundary fallback={options.loading ?? null}>
          <Part {...props} />
        </LazyBoundary>
      </PartReports>
    </ErrorBoundary>
  );
}

/** A file that failed to load, e.g. because its server is gone, is no error of the part. */
const brokenPartText = (error: unknown): string =>
  isLoadFailure(error) ? PART_LOST : 'This part stopped working.';

/** Renders nothing when no remote in the registry fills the slot, unless the caller provides a message. */
export function SlotOutlet<N extends SlotName>({ name, props, options }: SlotOutletProps<N>) {
  const remote = listSlotFillers(name, useRegistry().registry)[0];
  if (!remote) return options?.unavailable?.(UNFILLED, () => undefined) ?? null;
  return <FilledSlot name={name} props={props} options={options} remote={remote} />;
}
