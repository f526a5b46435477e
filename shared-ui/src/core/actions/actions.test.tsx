import { act, fireEvent, render, screen } from '@testing-library/react';
import { Button } from './Button';
import { CopyButton } from './CopyButton';
import { IconButton } from './IconButton';

describe('Button', () => {
  const REASON = 'You can read this workspace, but not change it.';

  test('shows the reason for a disabled button as its tooltip', () => {
    const { rerender } = render(<Button disabled={REASON}>Delete</Button>);
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
    expect(screen.getByTitle(REASON)).toBe(screen.getByRole('button'));
    rerender(
      <Button disabled={null} title="Deletes it permanently">
        Delete
      </Button>,
    );
    expect(screen.getByRole('button')).toBeEnabled();
    expect(screen.getByRole('button')).toHaveAttribute('title', 'Deletes it permanently');
  });

  test('shows the reason instead of an icon’s tooltip and keeps its name', () => {
    render(
      <IconButton label="Edit agent" disabled={REASON}>
        <svg />
      </IconButton>,
    );
    expect(screen.getByRole('button', { name: 'Edit agent' })).toBeDisabled();
    expect(screen.getByTitle(REASON)).toBeInTheDocument();
  });
});

describe('CopyButton', () => {
  const writeText = jest.fn<Promise<void>, [string]>();

  beforeEach(() => {
    jest.useFakeTimers();
    writeText.mockReset().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  afterEach(() => jest.useRealTimers());

  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));

  it('shows and announces "Copied" for two seconds', async () => {
    const onCopied = jest.fn();
    render(<CopyButton text="secret" label="Copy ID" onCopied={onCopied} />);
    await press();
    expect(writeText).toHaveBeenCalledWith('secret');
    expect(onCopied).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
    expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent('Copied to clipboard');
    act(() => void jest.advanceTimersByTime(1999));
    expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.getByRole('button', { name: 'Copy ID' })).toBeInTheDocument();
  });

  it('shows an error when the browser denies copying', async () => {
    writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const onCopied = jest.fn();
    render(<CopyButton text="secret" label="Copy ID" onCopied={onCopied} />);
    await press();
    expect(screen.getByRole('button', { name: 'Copying failed' })).toBeInTheDocument();
    expect(onCopied).not.toHaveBeenCalled();
  });
});
