/** The texts of a proposal while a person edits them; antd's fields come when that is first done. */
import { lazyView } from '@hindsight/shared-ui/core';
import type { TextFieldsProps } from './TextFields';

export const EditedTexts = lazyView<TextFieldsProps>(
  () => import(/* webpackChunkName: "review-text-fields" */ './TextFields').then((part) => part.TextFields),
  null,
);
