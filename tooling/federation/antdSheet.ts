/** webpack loader: puts the style sheet of antd's parts in the place of `shared-ui/src/antd/antd.css`. */
export { antdSheet as default } from '@hindsight/shared-ui/antd-sheet';
