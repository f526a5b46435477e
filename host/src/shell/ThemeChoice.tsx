/** Theme selector: light, dark or system. */
import { Icon, useThemeMode, type IconName, type ThemeMode } from '@hindsight/shared-ui/core';
import { useId } from 'react';
import styles from './ThemeChoice.module.css';

const CHOICES: { mode: ThemeMode; label: string; icon: IconName }[] = [
  { mode: 'light', label: 'Light', icon: 'sun' },
  { mode: 'dark', label: 'Dark', icon: 'moon' },
  { mode: 'system', label: 'System', icon: 'monitor' },
];

/** Applies immediately and is stored in the browser. */
export function ThemeChoice() {
  const { mode, setMode } = useThemeMode();
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Theme</legend>
      {CHOICES.map((choice) => (
        <label key={choice.mode} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={mode === choice.mode}
            onChange={() => setMode(choice.mode)}
          />
          <Icon name={choice.icon} size={18} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
