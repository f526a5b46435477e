/** webpack loader: puts the sheet of a component into the layer of remotes, so that a remote and the host may both refine it. */
import { PARTS_LAYER } from './remoteStyles';

const partsLayer = (css: string): string => `@layer ${PARTS_LAYER}{${css}}`;
export { partsLayer as default };
