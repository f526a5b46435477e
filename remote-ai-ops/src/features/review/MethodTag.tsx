/** Whether a language model or fixed rules made a proposal. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { Tag } from '@hindsight/shared-ui/core';
import { METHODS, toMethod } from '../../model/method';

/** The label, with an explanation on hover. `method` is the API's `generated_by`. */
export function MethodTag({ method }: { method: GeneratedBy | null | undefined }) {
  const { label, detail, icon } = METHODS[toMethod(method)];
  return (
    <span title={detail}>
      <Tag tone={method === 'model' ? 'note' : 'neutral'} icon={icon}>
        {label}
      </Tag>
    </span>
  );
}
