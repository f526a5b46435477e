/** The search box of a list: `/` jumps into it, Escape empties it. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { Input } from '../core/actions/Input';
import { IconButton } from '../core/actions/IconButton';
import { Icon } from '../core/icons/Icon';
import { useEcho } from './listView/useEcho';

interface SearchBoxProps {
  value: string;
  onChange(value: string): void;
  label: string;
  placeholder?: string;
  /** A control inside the frame, behind the text. */
  after?: ReactNode;
}

/**
 * The box shows what is typed at once; the page follows when there is time, so that no list, however long, holds up a letter.
 * A value that does not come from here (Back, Clear all) replaces the text.
 */
function useOwnText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const expectEcho = useEcho(value, setText);
  function change(next: string) {
    setText(next);
    expectEcho(next);
    startTransition(() => onChange(next));
  }
  return [text, change] as const;
}

/** The caller owns the text and waits as long as it likes before it searches. */
export function SearchBox({ value, onChange, label, placeholder = label, after }: SearchBoxProps) {
  const [text, change] = useOwnText(value, onChange);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <Input
      ref={input}
      type="search"
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        change('');
      }}
      prefix={<Icon name="search" size={18} />}
      suffix={
        <>
          {text !== '' && (
            <IconButton
              label="Clear search"
              size="small"
              onClick={() => {
                change('');
                input.current?.focus();
              }}
            >
              <Icon name="close" size={14} />
            </IconButton>
          )}
          {after}
        </>
      }
    />
  );
}
