/** The corner of a memory card: its checkbox and its menu. */
import { Dropdown, Icon } from '@hindsight/shared-ui/core';
import type { DropdownItem } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './CardTools.module.css';

interface CardToolsProps {
  /** The card's title, which names the controls. */
  title: string;
  items: DropdownItem[];
  /** Absent where cards cannot be chosen. */
  selection?: { selected: boolean; onToggle(): void };
}

export function CardTools({ title, items, selection }: CardToolsProps) {
  return (
    <div className={styles.tools}>
      {selection && (
        <PlainCheckbox label={`Select ${title}`} value={selection.selected} onChange={selection.onToggle} />
      )}
      <Dropdown
        label={`Actions for ${title}`}
        trigger={<Icon name="more" size={18} />}
        triggerClassName={trigger.icon}
        items={items}
      />
    </div>
  );
}
