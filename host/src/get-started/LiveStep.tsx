/** Waits for the first request of a program that was not connected when the guide opened. */
import { useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { ASK_EVERY } from './ConnectionCheck';
import check from './ConnectionCheck.module.css';
import { TEXTS } from './texts';

/** The name of its token; null while there is none. */
function useNewProgram(): string | null {
  const { api } = useShell();
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const { data } = useQuery({
    queryKey: ['account', 'tokens-in-use'],
    queryFn: async ({ signal }) => {
      const tokens = await api.call('GET /users/me/tokens', { signal, scope: false });
      return tokens.filter(({ status, last_used_at: used }) => status === 'active' && used !== null);
    },
    refetchInterval: ASK_EVERY,
    gcTime: 0,
  });
  if (data && !known) setKnown(new Set(data.map(({ id }) => id)));
  return data?.find(({ id }) => known && !known.has(id))?.name ?? null;
}

export function LiveStep() {
  const name = useNewProgram();
  return (
    <div className={check.step} data-state={name === null ? 'waiting' : 'done'}>
      <span className={check.sign}>
        <Icon name={name === null ? 'clock' : 'check'} size={16} />
      </span>
      <div className={check.words}>
        <p role="status" className={check.label}>
          {name === null ? TEXTS.waiting : TEXTS.connected(name)}
        </p>
        {name === null && <p className={check.text}>{TEXTS.waitingHint}</p>}
      </div>
    </div>
  );
}
