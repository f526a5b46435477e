/** Facts about a proposal, as names with values. */
import type { ReactNode } from 'react';
import styles from './ReviewFacts.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** Omits facts without a value. */
export function ReviewFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === '' || value === null || value === undefined || value === false ? null : (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
