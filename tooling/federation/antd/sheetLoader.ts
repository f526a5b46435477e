/** webpack loader: the style sheet that antd would write for one of its modules while the page runs. */
import path from 'node:path';
import type { LoaderContext } from 'webpack';
import { iconSheet, partSheet } from './extractSheet';
import { insidePackage } from './insidePackage';

const THEME = path.resolve(import.meta.dirname, '../../../shared-ui/src/theme/antdTheme.ts');

/** Gives CSS for a style module of antd, or for the icons' module. */
// eslint-disable-next-line no-restricted-syntax -- webpack runs the default export of a loader
export default function sheetLoader(this: LoaderContext<object>): string {
  this.addDependency(THEME);
  const file = insidePackage(this.resourcePath, 'antd');
  return file ? partSheet(file) : iconSheet();
}
