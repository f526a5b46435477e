/**
 * HTML layout of every email. Styles are inline, because some mail clients drop style sheets; the sheet only adds what cannot be inline:
 * the dark colors. No images, no tables, no remote content: it reads the same with everything blocked.
 */
import type { MailAction, MailContent } from './mailContent';
import { escapeHtml } from './escapeHtml';

type Part = 'page' | 'card' | 'text' | 'soft' | 'line' | 'brand' | 'button';

/** The dashboard's colors, light and dark. */
const COLORS: Readonly<Record<Part, readonly [light: string, dark: string]>> = {
  page: ['background-color:#f5f7f7', 'background-color:#0f1415'],
  card: ['background-color:#ffffff;border-color:#dde3e3', 'background-color:#171d1f;border-color:#2b3538'],
  text: ['color:#17201f', 'color:#e5ebeb'],
  soft: ['color:#4e5b5c', 'color:#a4b1b3'],
  line: ['border-color:#dde3e3', 'border-color:#2b3538'],
  brand: ['color:#0a6166', 'color:#6cc9cd'],
  button: ['background-color:#0d6b70;color:#ffffff', 'background-color:#137a80;color:#ffffff'],
};

const DARK_SHEET = Object.entries(COLORS)
  .map(([part, [, dark]]) => `.${part}{${dark.replaceAll(';', '!important;')}!important}`)
  .join('');

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Class and style attributes of an element: its layout and colors. */
const styleAttributes = (parts: readonly Part[], layout: string) =>
  `class="${parts.join(' ')}" style="${[layout, ...parts.map((part) => COLORS[part][0])].filter(Boolean).join(';')}"`;

const splitLines = (text: string) => escapeHtml(text).replace(/\n/g, '<br>');

/** The first sentence says why the email was sent; the rest explains it. */
const paragraph = (text: string, index: number) =>
  index === 0
    ? `<p ${styleAttributes(['text'], 'margin:0 0 16px;font-size:16px')}>${splitLines(text)}</p>`
    : `<p ${styleAttributes(['soft'], 'margin:0 0 16px')}>${splitLines(text)}</p>`;

const fact = ([label, value]: readonly [string, string]) =>
  `<dt ${styleAttributes(['soft'], 'margin:0;font-size:13px')}>${escapeHtml(label)}</dt>` +
  `<dd ${styleAttributes(['text'], 'margin:0 0 10px;overflow-wrap:anywhere')}>${splitLines(value)}</dd>`;

const BUTTON =
  'display:inline-block;padding:11px 20px;border-radius:8px;font-weight:600;text-decoration:none;margin:0 12px 8px 0';

const action = ({ label, url }: MailAction, index: number) =>
  index === 0
    ? `<a href="${escapeHtml(url)}" ${styleAttributes(['button'], BUTTON)}>${escapeHtml(label)}</a>`
    : `<a href="${escapeHtml(url)}" ${styleAttributes(['brand'], 'display:inline-block;padding:11px 0;margin:0 12px 8px 0')}>${escapeHtml(label)}</a>`;

const plainLink = ({ label, url }: MailAction) =>
  `<p ${styleAttributes(['soft'], 'margin:0 0 8px;font-size:12px;overflow-wrap:anywhere;word-break:break-word')}>${escapeHtml(label)}:<br>` +
  `<a href="${escapeHtml(url)}" ${styleAttributes(['soft'], '')}>${escapeHtml(url)}</a></p>`;

function formatActions(actions: readonly MailAction[]): string {
  if (actions.length === 0) return '';
  return (
    `<p style="margin:24px 0 16px">${actions.map(action).join('')}</p>` +
    `<div ${styleAttributes(['line'], 'border-top:1px solid;padding-top:16px')}>` +
    `<p ${styleAttributes(['soft'], 'margin:0 0 8px;font-size:12px')}>If a link above doesn’t work, copy its address:</p>` +
    `${actions.map(plainLink).join('')}</div>`
  );
}

export function htmlPage({ subject, paragraphs, facts = [], actions = [], reason }: MailContent): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title>`,
    `<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${DARK_SHEET}}</style></head>`,
    `<body ${styleAttributes(['page', 'text'], `margin:0;padding:24px 12px;font-size:15px;line-height:1.55;${FONT}`)}>`,
    '<main style="max-width:560px;margin:0 auto">',
    `<p ${styleAttributes(['brand'], 'margin:0 0 12px 4px;font-size:17px;font-weight:700')}>Hindsight</p>`,
    `<div ${styleAttributes(['card'], 'border:1px solid;border-radius:12px;padding:28px 24px 20px')}>`,
    `<h1 ${styleAttributes(['text'], 'margin:0 0 12px;font-size:21px;line-height:1.3;overflow-wrap:anywhere')}>${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(paragraph),
    facts.length > 0 ? `<dl style="margin:0 0 12px">${facts.map(fact).join('')}</dl>` : '',
    formatActions(actions),
    '</div>',
    `<p ${styleAttributes(['soft'], 'margin:16px 4px 0;font-size:12px')}>${splitLines(reason)}</p>`,
    '</main></body></html>',
  ].join('\n');
}
