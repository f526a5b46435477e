/** Dry run of an import: new, existing and unreadable memories. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import { Button, Tag } from '@hindsight/shared-ui/core';
import { RadioGroup, Checkbox, SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { WordDiff } from '@hindsight/shared-ui/review';
import { blocksText } from '../../model/countTexts';
import { previewText } from '../../model/cardText';
import { findDifferences } from '../../model/duplicates';
import type { Match } from '../../model/duplicates';
import { IMPORT_CHOICES } from '../../model/importPlan';
import type { ImportChoice } from '../../model/importPlan';
import type { ImportItem, Reading } from '@hindsight/import-formats';
import { ImportSecrets } from './ImportSecrets';
import styles from './transfer.module.css';
import { placesText } from '../secrets/texts';
import type { Import } from './useImport';
import type { PlanRow, PlanState } from './usePlan';
import { FIELD_LABELS, matchText, planText, unreadText, AGENT_HINT, missingText, NEW_AGENT } from './texts';

/** Value of the option that creates a new agent. */
const CREATE = 'new';

/** Missing agents and keywords; renders nothing if the workspace has all of them. */
function ImportNames({ plan }: { plan: PlanState }) {
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

/** Rows rendered before the person expands the list. */
const ROWS = 100;

/** Differences from the similar memory; collapsed by default. */
function Differences({ item, match }: { item: ImportItem; match: Match }) {
  const [isOpen, setOpen] = useState(false);
  const fields = findDifferences(match.known, item);
  if (match.kind === 'same' || fields.length === 0) return null;
  return (
    <details className={styles.differences} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Differences: {fields.map((field) => FIELD_LABELS[field]).join(', ')}</summary>
      {isOpen &&
        fields.map((field) => (
          <WordDiff key={field} label={FIELD_LABELS[field]} before={match.known[field]} after={item[field]} />
        ))}
    </details>
  );
}

/** One memory of the file. Possible secrets are not shown. */
function PlanItem({ plan, row: { item, match, isChosen } }: { plan: PlanState; row: PlanRow }) {
  const secrets = plan.secrets.found.get(item);
  const isLeftOut = secrets !== undefined && plan.secretChoice === 'leave';
  return (
    <li className={styles.row}>
      <label>
        <input
          type="checkbox"
          checked={isChosen && !isLeftOut}
          disabled={isLeftOut}
          onChange={() => plan.toggle(item)}
        />
        <span className={styles.text} dir="auto">
          {secrets?.preview ?? previewText(item)}
          {match && <span className={styles.soft}>{matchText(match)}</span>}
          {secrets && <span className={styles.soft}>Contains a secret: {placesText(secrets.found)}</span>}
          {item.unread.length > 0 && <span className={styles.soft}>{unreadText(item.unread)}</span>}
        </span>
      </label>
      {isLeftOut && <Tag>Left out</Tag>}
      <Tag tone={match?.kind === 'same' ? undefined : match ? 'warn' : 'good'}>
        {match === null ? 'New' : match.kind === 'same' ? 'Already here' : 'Similar'}
      </Tag>
      {match && !secrets && <Differences item={item} match={match} />}
    </li>
  );
}

type Choose = Import['choose'];

/** Detected format of the file, and the interpretations to choose from if it is ambiguous. */
function ImportFormat({ reading, choose }: { reading: Reading; choose: Choose }) {
  const { format, notes, questions, items } = reading;
  return (
    <>
      {items.length > 0 && <p>{[`Format: ${format}.`, ...notes].join(' ')}</p>}
      {questions.map(({ aspect, label, options, value }) => (
        <RadioGroup
          key={aspect}
          label={label}
          value={value}
          onChange={(chosen) => void choose(aspect, chosen)}
          options={options}
        />
      ))}
    </>
  );
}

interface ImportPlanProps {
  plan: PlanState;
  reading: Reading;
  choose: Choose;
}

export function ImportPlan({ plan, reading, choose }: ImportPlanProps) {
  const [shown, setShown] = useState(ROWS);
  const { rows } = plan;
  const { problems } = reading;
  const count = (kind: Match['kind'] | undefined) => rows.filter(({ match }) => match?.kind === kind).length;
  return (
    <>
      <ImportFormat reading={reading} choose={choose} />
      <p role="status">
        {planText({
          fresh: count(undefined),
          same: count('same'),
          similar: count('similar'),
          partial: rows.filter(({ item }) => item.unread.length > 0).length,
          unreadable: problems.length,
        })}{' '}
        {blocksText(plan.count)} would be stored.
      </p>
      {rows.length > 0 && (
        <RadioGroup<ImportChoice>
          label="Store"
          value={plan.choice}
          onChange={plan.choose}
          options={IMPORT_CHOICES}
        />
      )}
      <ImportSecrets plan={plan} />
      <ImportNames plan={plan} />
      <ul className={styles.list} aria-label="Memories in the file">
        {rows.slice(0, shown).map((row) => (
          <PlanItem key={row.item.number} plan={plan} row={row} />
        ))}
        {problems.slice(0, ROWS).map(({ number, reason }) => (
          <li key={`${number} ${reason}`} className={styles.row}>
            Number {number}: {reason}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button size="small" onClick={() => setShown(shown + ROWS * 5)}>
          Show more of {formatNumber(rows.length)}
        </Button>
      )}
    </>
  );
}
