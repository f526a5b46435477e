/** A multiple choice from a list. */
import { formatNumber, nameFinder } from '@hindsight/shared-contracts/rules';
import { useMemo, useState } from 'react';
import { Button } from '../core/actions/Button';
import { Input } from '../core/actions/Input';
import { Popover } from '../core/float/Popover';
import { Icon } from '../core/icons/Icon';
import { PlainCheckbox } from './PlainCheckbox';
import type { SelectOption } from './Select';
import styles from './Select.module.css';

/** Longer lists get a search box. */
const SEARCH_BEYOND = 8;
/** Maximum number of visible options; search finds the others. */
const MOST_SHOWN = 100;

interface SelectManyProps {
  /** Accessible name, e.g. `Agents`. */
  label: string;
  /** Shown while nothing is selected, e.g. `All agents`. */
  placeholder: string;
  value: readonly string[];
  options: readonly SelectOption[];
  /** Shown while there are no options, e.g. `Loading…`. */
  emptyText: string;
  onChange(value: string[]): void;
  className?: string;
}

function Choices({ label, value, options, emptyText, onChange }: Omit<SelectManyProps, 'placeholder'>) {
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const matches = nameFinder(search);
    return options.filter((option) => matches(option.label));
  }, [options, search]);
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((one) => one !== id));
  return (
    <div className={styles.panel}>
      {options.length > SEARCH_BEYOND && (
        <Input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.target.value)}
          prefix={<Icon name="search" size={18} />}
        />
      )}
      <ul className={styles.list} aria-label={label}>
        {found.slice(0, MOST_SHOWN).map((option) => (
          <li key={option.value}>
            <PlainCheckbox
              label={option.label}
              isLabelShown
              value={value.includes(option.value)}
              onChange={(isChosen) => toggle(option.value, isChosen)}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.note}>{search ? 'Nothing found' : emptyText}</p>}
      {found.length > MOST_SHOWN && (
        <p className={styles.note}>{formatNumber(found.length - MOST_SHOWN)} more: type to find them.</p>
      )}
      {value.length > 0 && (
        <Button type="link" size="small" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </div>
  );
}

/** A button that shows the selection and opens a list of checkboxes, searchable if long. */
export function SelectMany({ placeholder, className = '', ...rest }: SelectManyProps) {
  const { label, value, options } = rest;
  const chosen = options.filter((option) => value.includes(option.value)).map((option) => option.label);
  const text = chosen.join(', ');
  return (
    <Popover
      label={label}
      triggerLabel={text ? `${label}: ${text}` : `${label}: ${placeholder}`}
      triggerClassName={`${styles.select} ${styles.button} ${className}`}
      width={300}
      trigger={
        <>
          <span className={styles.chosen} data-empty={text === '' || undefined}>
            {text || placeholder}
          </span>
          <Icon name="chevron-down" size={16} />
        </>
      }
    >
      <Choices {...rest} />
    </Popover>
  );
}
