/** antd's light and dark themes, with the colors of tokens.css. */
import type { ThemeConfig } from 'antd';
import type { ResolvedTheme } from './themeMode';

interface Palette {
  brand: string;
  link: string;
  text: string;
  textSoft: string;
  page: string;
  surface: string;
  raised: string;
  line: string;
  lineStrong: string;
  good: string;
  warn: string;
  bad: string;
  note: string;
}

export const palettes: Record<ResolvedTheme, Palette> = {
  light: {
    brand: '#0d6b70',
    link: '#0a6166',
    text: '#17201f',
    textSoft: '#4e5b5c',
    page: '#f5f7f7',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#dde3e3',
    lineStrong: '#7c8a8b',
    good: '#176b3a',
    warn: '#7d5200',
    bad: '#ad2a22',
    note: '#1e5a96',
  },
  dark: {
    brand: '#137a80',
    link: '#6cc9cd',
    text: '#e5ebeb',
    textSoft: '#a4b1b3',
    page: '#0f1415',
    surface: '#171d1f',
    raised: '#1e2629',
    line: '#2b3538',
    lineStrong: '#75868a',
    good: '#73cf94',
    warn: '#e6b653',
    bad: '#f39287',
    note: '#8dbcf0',
  },
};

/** Class of every antd element that reads its CSS variables, which are scoped to it. */
export const VARIABLES = 'hs-antd';

/** Focused fields: a border like our focus ring. */
const FOCUSED = {
  activeBorderColor: 'var(--hs-brand-text)',
  hoverBorderColor: 'var(--hs-brand-text)',
  activeShadow: '0 0 0 1px var(--hs-brand-text)',
  errorActiveShadow: '0 0 0 1px var(--hs-bad)',
};

/** Theme of one mode. In dark mode antd also needs its `darkAlgorithm` for derived colors. */
export function antdTheme(name: ResolvedTheme): ThemeConfig {
  const colors = palettes[name];
  return {
    hashed: false,
    cssVar: { key: VARIABLES },
    token: {
      colorPrimary: colors.brand,
      colorInfo: colors.note,
      colorSuccess: colors.good,
      colorWarning: colors.warn,
      colorError: colors.bad,
      colorLink: colors.link,
      colorText: colors.text,
      colorTextSecondary: colors.textSoft,
      colorTextTertiary: colors.textSoft,
      colorTextQuaternary: colors.lineStrong,
      colorTextDescription: colors.textSoft,
      colorTextPlaceholder: colors.textSoft,
      colorBgLayout: colors.page,
      colorBgContainer: colors.surface,
      colorBgElevated: colors.raised,
      colorBorder: colors.lineStrong,
      colorBorderSecondary: colors.line,
      borderRadius: 8,
      fontSize: 14,
      controlHeight: 36,
      fontFamily: 'var(--hs-font)',
      wireframe: false,
      // Focus ring.
      colorPrimaryBorder: colors.link,
      lineWidthFocus: 2,
      controlOutlineWidth: 1,
      // Selected items look the same on hover.
      controlItemBgActiveHover: 'var(--hs-brand-soft)',
    },
    components: {
      Input: FOCUSED,
      InputNumber: FOCUSED,
      Select: {
        ...FOCUSED,
        activeOutlineColor: 'var(--hs-brand-text)',
        optionSelectedBg: 'var(--hs-brand-soft)',
        optionActiveBg: 'var(--hs-hover)',
      },
      Segmented: { trackBg: 'var(--hs-sunken)', itemSelectedBg: 'var(--hs-raised)' },
      // The brand color is too dark for text on the dark page.
      Pagination: { itemActiveColor: 'var(--hs-brand-text)', itemActiveColorHover: 'var(--hs-brand-text)' },
      Table: { rowSelectedBg: 'var(--hs-brand-soft)', rowSelectedHoverBg: 'var(--hs-brand-soft)' },
      Tooltip: { colorTextLightSolid: '#f2f6f6', colorBgSpotlight: '#263235' },
    },
  };
}
