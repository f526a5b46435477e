/** Lists the dashboard's keyboard shortcuts. */
import { Modal } from '@hindsight/shared-ui/dialog';
import { Switch } from '@hindsight/shared-ui/form';
import styles from './ShortcutSheet.module.css';
import { applySingleKeys, useSingleKeys } from './singleKeys';

const APPLE = /Mac|iPhone|iPad/;

/** The shortcuts are the same on all pages; the list keys do nothing on a page without a list. */
export const SHORTCUTS: { title: string; keys: [keys: string[], does: string][] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [['Mod', 'K'], 'Open the command palette'],
      [['?'], 'Show this sheet'],
      [['/'], 'Go to the page’s search box'],
      [['Esc'], 'Close the open dialog or menu, or clear the search'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['J'], 'Next row'],
      [['K'], 'Previous row'],
      [['Enter'], 'Open the row'],
      [['X'], 'Select the row'],
      [['E'], 'Archive the row, or restore it from the archive'],
    ],
  },
  {
    title: 'On the focused memory',
    keys: [
      [['R'], 'Mark as right'],
      [['W'], 'Mark as wrong'],
      [['O'], 'Mark as outdated'],
      [['J'], 'Next memory, while one is open'],
      [['K'], 'Previous memory, while one is open'],
    ],
  },
  {
    title: 'In a review',
    keys: [
      [['N'], 'Next proposal'],
      [['P'], 'Previous proposal'],
      [['A'], 'Accept'],
      [['R'], 'Reject'],
      [['O'], 'Keep the older of two memories'],
      [['S'], 'Snooze for a week'],
      [['E'], 'Edit'],
      [['U'], 'Undo'],
    ],
  },
];

export function ShortcutSheet({ close }: { close(): void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const isOn = singleKeys === 'on';
  const mod = APPLE.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return (
    <Modal title="Keyboard shortcuts" onClose={close} description="Shortcuts are off while you type.">
      <div className={styles.choice}>
        <Switch
          label="Single-key shortcuts"
          hint="Turn them off if you use speech input, or press keys by accident. Ctrl and Cmd shortcuts stay on."
          value={isOn}
          onChange={(next) => {
            setSingleKeys(next ? 'on' : 'off');
            applySingleKeys(next ? 'on' : 'off');
          }}
        />
      </div>
      <div className={styles.sheet}>
        {SHORTCUTS.map(({ title, keys }) => (
          <section key={title} className={styles.section}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.keys}>
              {keys.map(([names, does]) => (
                <div key={does} className={styles.line}>
                  <dt>{does}</dt>
                  <dd>
                    {names.map((name) => (
                      <kbd translate="no" key={name} className={styles.key}>
                        {name === 'Mod' ? mod : name}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
