/** Export dialog, loaded when first opened. */
import { lazyDialog } from '@hindsight/shared-ui/core';
import type { ExportDialogProps } from './ExportDialog';

export const ExportDialog = lazyDialog<ExportDialogProps>(() =>
  import('./ExportDialog').then((part) => part.ExportDialog),
);
