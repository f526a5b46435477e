import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { antdTheme, palettes } from './antdTheme';
import { THEME_KEY, setThemeMode, useThemeMode } from './themeMode';

const sheet = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');

function readTokens(theme: 'light' | 'dark'): Record<string, string> {
  const block = sheet.slice(sheet.indexOf(`.theme-${theme} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--hs-([\w-]+): ([^;]+);/g)].map((match) => [match[1], match[2]]),
  );
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const sameColors = {
  brand: 'brand',
  link: 'brand-text',
  text: 'text',
  textSoft: 'text-soft',
  page: 'page',
  surface: 'surface',
  raised: 'raised',
  line: 'line',
  lineStrong: 'line-strong',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
  note: 'note',
} as const;

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const tokens = readTokens(theme);

  it('uses the same colors for antd and our own components', () => {
    for (const [name, token] of Object.entries(sameColors)) {
      expect([name, palettes[theme][name as keyof typeof sameColors]]).toEqual([name, tokens[token]]);
    }
  });

  it('keeps text readable (4.5:1) on every surface', () => {
    const weak: string[] = [];
    const surfaces = ['page', 'surface', 'raised', 'sunken', 'hover'];
    const pairs: [string, string][] = [
      ...['text', 'text-soft'].flatMap((text) =>
        surfaces.map((surface): [string, string] => [text, surface]),
      ),
      ...['page', 'surface', 'raised', 'brand-soft'].map((surface): [string, string] => [
        'brand-text',
        surface,
      ]),
      ['on-brand', 'brand'],
      ['on-brand', 'brand-strong'],
      ['on-bad', 'bad'],
      ['on-bad', 'bad-strong'],
      ['surface', 'bad'],
      ...['good', 'warn', 'bad', 'note'].map((tone): [string, string] => [tone, `${tone}-soft`]),
    ];
    for (const [text, surface] of pairs) {
      const value = contrast(tokens[text] ?? '', tokens[surface] ?? '');
      if (!(value >= 4.5)) weak.push(`${text} on ${surface}: ${value.toFixed(2)}`);
    }
    expect(weak).toEqual([]);
  });

  it('draws field borders with enough contrast (3:1)', () => {
    expect(contrast(tokens['line-strong'] ?? '', tokens.surface ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('is not hashed, because the page has only one antd', () => {
    expect(antdTheme(theme).hashed).toBe(false);
  });
});

describe('themeMode', () => {
  function Shown() {
    const { mode, resolved } = useThemeMode();
    return <p>{`${mode} ${resolved}`}</p>;
  }

  const html = document.documentElement.classList;

  afterEach(() => act(() => setThemeMode('system')));

  it('follows the system until the person chooses, and stores the choice under the boot script’s key', () => {
    render(<Shown />);
    expect(screen.getByText('system light')).toBeInTheDocument();
    act(() => setThemeMode('dark'));
    expect(screen.getByText('dark dark')).toBeInTheDocument();
    expect(html.contains('theme-dark')).toBe(true);
    expect(html.contains('theme-light')).toBe(false);
    expect(THEME_KEY).toBe('hindsight.theme');
    expect(localStorage.getItem('hindsight.theme')).toBe('dark');
    act(() => setThemeMode('system'));
    expect(localStorage.getItem('hindsight.theme')).toBeNull();
  });

  it('applies the choice even if storage fails', () => {
    render(<Shown />);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => setThemeMode('dark'));
    expect(screen.getByText('dark dark')).toBeInTheDocument();
  });

  it('follows a choice made in another tab', () => {
    render(<Shown />);
    localStorage.setItem(THEME_KEY, 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY })));
    expect(screen.getByText('dark dark')).toBeInTheDocument();
  });

  it('follows a system change from before the program loaded', () => {
    html.remove('theme-light');
    html.add('theme-dark');
    render(<Shown />);
    expect([html.contains('theme-light'), html.contains('theme-dark')]).toEqual([true, false]);
  });
});
