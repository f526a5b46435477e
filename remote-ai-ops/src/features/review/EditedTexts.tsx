/** Editable texts of a proposal; antd's fields load on first use. */
import { lazyView } from '@hindsight/shared-ui/core';
import type { TextFieldsProps } from './TextFields';

export const EditedTexts = lazyView<TextFieldsProps>(
  () => import(/* webpackChunkName: "review-text-fields" */ './TextFields').then((part) => part.TextFields),
  null,
);
