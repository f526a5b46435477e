/** Settings of one side. */
import { useMemo } from 'react';
import { Select } from '@hindsight/shared-ui/data';
import { agentOptions, type AgentName } from '../../model/agent';
import { limitOptions, type Settings } from '../../model/playground';
import { SEARCH_MODES, type SearchMode } from '../../model/searchModes';
import styles from './Playground.module.css';

const MODES = SEARCH_MODES.map(({ value, label }) => ({ value, label }));
const ARCHIVED = [
  { value: 'without', label: 'Without archived' },
  { value: 'with', label: 'Archived included' },
];

interface SettingsBarProps {
  /** `A` or `B`; absent without a comparison. */
  side?: string | undefined;
  settings: Settings;
  /** Undefined until loaded. */
  agents: readonly AgentName[] | undefined;
  onChange(change: Partial<Settings>): void;
}

export function SettingsBar({ side, settings, agents, onChange }: SettingsBarProps) {
  const { mode, limit, agent, archived } = settings;
  const options = useMemo(
    () => [{ value: '', label: 'All agents' }, ...agentOptions(agents ?? [], agent)],
    [agents, agent],
  );
  const named = (label: string) => (side === undefined ? label : `${label}, ${side}`);
  return (
    <div className={styles.settings} role="group" aria-label={named('Settings')}>
      {side !== undefined && <strong aria-hidden>{side}</strong>}
      <Select
        label={named('Search for')}
        value={mode}
        options={MODES}
        onChange={(next) => onChange({ mode: next as SearchMode })}
      />
      <Select
        label={named('Limit')}
        value={String(limit)}
        options={limitOptions(limit)}
        onChange={(next) => onChange({ limit: Number(next) })}
      />
      <Select
        className={styles.agent}
        label={named('Agent')}
        value={agent}
        options={options}
        onChange={(next) => onChange({ agent: next })}
      />
      <Select
        label={named('Archived memories')}
        value={archived}
        options={ARCHIVED}
        onChange={(next) => onChange({ archived: next as Settings['archived'] })}
      />
    </div>
  );
}
