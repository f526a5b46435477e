/** webpack loader: replaces `shared-ui/src/antd/antd.css` with the generated style sheet of the antd components in use. */
export { antdSheet as default } from '@hindsight/shared-ui/antd-sheet';
