/** Memories of an import that contain secrets, and the choice how to import them. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { RadioGroup } from '@hindsight/shared-ui/form';
import { kindsText, SECRET_CHOICES, type SecretChoice } from '../../model/importSecrets';
import { placesText } from '../secrets/texts';
import styles from './transfer.module.css';
import type { PlanState } from './usePlan';
import {
  CHECKING,
  NO_SECRETS,
  SECRET_OPTIONS,
  SECRETS_HERE,
  SECRETS_QUESTION,
  secretsText,
  uncheckedText,
} from './texts';

/** Memories listed before the person expands the list. */
const NAMED = 5;

/** Locations of the secrets in the file, without the secrets. */
function Places({ found }: Pick<PlanState['secrets'], 'found'>) {
  const [shown, setShown] = useState(NAMED);
  return (
    <>
      <ul className={styles.list} aria-label="Memories with secrets">
        {[...found].slice(0, shown).map(([{ number }, secrets]) => (
          <li key={number} className={styles.row}>
            <span className={styles.text} dir="auto">
              Number {formatNumber(number)}: {placesText(secrets.found)}
              <span className={styles.soft}>{secrets.preview}</span>
            </span>
          </li>
        ))}
      </ul>
      {found.size > shown && (
        <Button size="small" onClick={() => setShown(shown + NAMED * 20)}>
          Show more of {formatNumber(found.size)}
        </Button>
      )}
    </>
  );
}

/** Progress and result of the check for secrets. */
export function ImportSecrets({ plan }: { plan: PlanState }) {
  const { secrets, secretChoice, chooseForSecrets } = plan;
  const { isRunning, done, total, stopped, mode, found, skip, resume } = secrets;
  if (total === 0) return null;
  return (
    // Announced once at the end, not after each batch.
    <div className={styles.body} aria-busy={isRunning}>
      {isRunning && (
        <>
          <Progress
            label={CHECKING}
            value={(done / total) * 100}
            detail={`${formatNumber(done)} of ${formatNumber(total)}`}
          />
          <Button size="small" onClick={skip}>
            Skip the check
          </Button>
        </>
      )}
      {stopped !== null && (
        <Alert
          tone={stopped === '' ? 'info' : 'warn'}
          action={
            <Button size="small" onClick={resume}>
              {stopped === '' ? 'Check now' : 'Try Again'}
            </Button>
          }
        >
          {uncheckedText(total - done, stopped)}
        </Alert>
      )}
      {!isRunning && stopped === null && found.size === 0 && (
        <p role="status" className={styles.soft}>
          {NO_SECRETS}
        </p>
      )}
      {found.size > 0 && (
        <>
          <Alert tone="warn">
            {secretsText(found.size, done, kindsText(found))} {SECRETS_HERE[mode]}
          </Alert>
          <RadioGroup<SecretChoice>
            label={SECRETS_QUESTION}
            value={secretChoice}
            onChange={chooseForSecrets}
            options={SECRET_CHOICES[mode].map((value) => ({ value, ...SECRET_OPTIONS[value] }))}
          />
          <Places found={found} />
        </>
      )}
    </div>
  );
}
