/** The agents and keywords of an import that the workspace does not have. */
import { Checkbox, SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { AGENT_HINT, missingText, NEW_AGENT } from './texts';
import type { PlanState } from './usePlan';

/** The value of the option that stands for an agent that is created. */
const CREATE = 'new';

/** Nothing where the workspace has them all. */
export function ImportNames({ plan }: { plan: PlanState }) {
  const { missing, names, setNames, agents, needsAgent } = plan;
  const { fallback } = names;
  const isNew = agents.length === 0 || (fallback !== null && 'name' in fallback);
  return (
    <>
      {missing.agents.length > 0 && (
        <Checkbox
          label={missingText('agent', missing.agents)}
          value={names.createAgents}
          onChange={(createAgents) => setNames({ createAgents })}
        />
      )}
      {missing.keywords.length > 0 && (
        <Checkbox
          label={missingText('keyword', missing.keywords)}
          value={names.createKeywords}
          onChange={(createKeywords) => setNames({ createKeywords })}
        />
      )}
      {needsAgent && agents.length > 0 && (
        <SelectInput
          label="Agent"
          required
          value={fallback && 'id' in fallback ? fallback.id : isNew ? CREATE : null}
          onChange={(id) =>
            setNames({ fallback: id === CREATE ? { name: '' } : id === null ? null : { id } })
          }
          options={[
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
            { value: CREATE, label: NEW_AGENT },
          ]}
          hint={AGENT_HINT}
        />
      )}
      {needsAgent && isNew && (
        <TextInput
          label="Name of the new agent"
          required
          value={fallback && 'name' in fallback ? fallback.name : ''}
          onChange={(name) => setNames({ fallback: { name } })}
          hint={agents.length === 0 ? AGENT_HINT : undefined}
        />
      )}
    </>
  );
}
