/** Button with the display options of the memory table. */
import { Icon, Popover } from '@hindsight/shared-ui/core';
import { Checkbox } from '@hindsight/shared-ui/form';
import { COLUMNS, type TableOptions } from './tableOptions';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './MemoryTable.module.css';

/** Columns, density and titles, applied immediately. */
export function TableOptionsMenu({ options }: { options: TableOptions }) {
  const { look, setColumns, setDensity, setTitles } = options;
  return (
    <Popover
      label="Table options"
      triggerLabel="Table options"
      trigger={<Icon name="settings" size={18} />}
      triggerClassName={trigger.button}
      placement="bottom-end"
    >
      <div className={styles.panel}>
        <fieldset className={styles.group}>
          <legend>Columns</legend>
          {COLUMNS.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              value={look.columns.includes(key)}
              onChange={(isOn) =>
                setColumns(isOn ? [...look.columns, key] : look.columns.filter((one) => one !== key))
              }
            />
          ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Rows</legend>
          <Checkbox
            label="Compact rows"
            value={look.density === 'compact'}
            onChange={(isOn) => setDensity(isOn ? 'compact' : 'comfortable')}
          />
          <Checkbox
            label="Full titles"
            value={look.titles === 'whole'}
            onChange={(isOn) => setTitles(isOn ? 'whole' : 'short')}
          />
        </fieldset>
      </div>
    </Popover>
  );
}
