/** Says whether a model or fixed rules made a proposal. */
import { Tag } from '@hindsight/shared-ui/core';
import { METHODS, type Method } from '../../model/method';

/** The word in sight, what it means for the reader on hover. */
export function MethodTag({ method }: { method: Method }) {
  const { label, detail } = METHODS[method];
  return (
    <span title={detail}>
      <Tag
        tone={method === 'model' ? 'note' : 'neutral'}
        icon={method === 'model' ? 'optimization' : method === 'rules' ? 'settings' : 'help'}
      >
        {label}
      </Tag>
    </span>
  );
}
