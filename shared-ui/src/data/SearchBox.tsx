/** The search box of a list: `/` jumps into it, Escape empties it. */
import { useEffect, useRef } from 'react';
import { IconButton } from '../core/actions/IconButton';
import { Input } from '../core/actions/Input';
import { Icon } from '../core/icons/Icon';

interface SearchBoxProps {
  value: string;
  onChange(value: string): void;
  label: string;
  placeholder?: string;
}

/** Whether a key press is meant for a text that is being written. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="dialog"]') !== null
  );
}

/** The caller owns the text and waits as long as it likes before it searches. */
export function SearchBox({ value, onChange, label, placeholder = label }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
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
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        onChange('');
      }}
      prefix={<Icon name="search" size={18} />}
      suffix={
        value !== '' && (
          <IconButton
            label="Clear search"
            size="small"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <Icon name="close" size={14} />
          </IconButton>
        )
      }
    />
  );
}
