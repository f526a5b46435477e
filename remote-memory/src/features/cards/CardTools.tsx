/** Controls in the corner of a memory card: checkbox and menu. */
import { Dropdown, Icon } from '@hindsight/shared-ui/core';
import type { DropdownItem } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './CardTools.module.css';

interface CardToolsProps {
  /** The card's title, used to label the controls. */
  title: string;
  items: DropdownItem[];
  /** Absent if cards are not selectable. */
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
