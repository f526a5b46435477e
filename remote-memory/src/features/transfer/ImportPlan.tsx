/** The dry run: what would be stored, what is remembered already, what could not be read. */
import { useState } from 'react';
import { Button, Tag } from '@hindsight/shared-ui/core';
import { SelectInput } from '@hindsight/shared-ui/form';
import { blocksText } from '../../model/countTexts';
import { previewOf } from '../../model/cardText';
import type { Match } from '../../model/duplicates';
import type { Reading } from '../../model/importRead';
import styles from './transfer.module.css';
import type { PlanState } from './usePlan';
import { AGENT_HINT } from './texts';

/** Rows that are drawn before the person asks for more. */
const ROWS = 100;

function matchText(match: Match): string {
  const what = `“${match.known.title}”`;
  return match.kind === 'exact'
    ? `The same as ${what}`
    : `${Math.round(match.share * 100)} % of the words match ${what}`;
}

interface ImportPlanProps {
  plan: PlanState;
  problems: Reading['problems'];
}

export function ImportPlan({ plan, problems }: ImportPlanProps) {
  const [shown, setShown] = useState(ROWS);
  const { rows, chosen } = plan;
  const exact = rows.filter(({ match }) => match?.kind === 'exact').length;
  const near = rows.filter(({ match }) => match?.kind === 'near').length;
  const parts = [
    `${(rows.length - exact - near).toLocaleString()} new`,
    `${exact.toLocaleString()} already there`,
    `${near.toLocaleString()} similar to one that is`,
    ...(problems.length > 0 ? [`${problems.length.toLocaleString()} not readable`] : []),
  ];
  return (
    <>
      <p role="status">
        {parts.join(', ')}. {blocksText(chosen.length)} would be stored.
      </p>
      {plan.needsAgent && (
        <SelectInput
          label="Agent"
          required
          value={plan.agentId}
          onChange={plan.setAgentId}
          options={plan.agents.map(({ id, name }) => ({ value: id, label: name }))}
          hint={AGENT_HINT}
        />
      )}
      <ul className={styles.list} aria-label="Memories of the file">
        {rows.slice(0, shown).map(({ item, match, isChosen }) => (
          <li key={item.number} className={styles.row}>
            <label>
              <input type="checkbox" checked={isChosen} onChange={() => plan.toggle(item)} />
              <span className={styles.text} dir="auto">
                {previewOf(item)}
                {match && <span className={styles.soft}>{matchText(match)}</span>}
              </span>
            </label>
            <Tag tone={match ? 'warn' : 'good'}>
              {match === null ? 'New' : match.kind === 'exact' ? 'Duplicate' : 'Similar'}
            </Tag>
          </li>
        ))}
        {problems.slice(0, ROWS).map(({ number, reason }) => (
          <li key={`problem ${number}`} className={styles.row}>
            Number {number}: {reason}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button size="small" onClick={() => setShown(shown + ROWS * 5)}>
          Show more of {rows.length.toLocaleString()}
        </Button>
      )}
    </>
  );
}
