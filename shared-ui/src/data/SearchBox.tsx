/** Search box of a list: `/` focuses it, Escape clears it. */
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
  /** A control inside the frame, after the text. */
  after?: ReactNode;
}

/**
 * Shows typed text at once and updates the page in a transition, so that a long list never delays typing. A value set elsewhere (Back,
 * Clear all) replaces the text.
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

/** Reports every change; debouncing is up to the caller. */
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
