/** webpack loader: puts a component's style sheet into the remotes' CSS layer, so that remotes and host can refine it. */
import { PARTS_LAYER } from './remoteStyles';

const partsLayer = (css: string): string => `@layer ${PARTS_LAYER}{${css}}`;
export { partsLayer as default };
