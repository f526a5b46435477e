/** The controls of lists that are antd's. They come in one file, after the rows (data/Later.tsx). */
import AntdPagination, { type PaginationProps } from 'antd/es/pagination';
import AntdSegmented, { type SegmentedProps } from 'antd/es/segmented';
import { AntdScope } from './AntdScope';

export { AntdSelect } from './AntdSelect';

export function PageButtons(props: PaginationProps) {
  return (
    <AntdScope>
      <AntdPagination showLessItems responsive {...props} />
    </AntdScope>
  );
}

export function SegmentedBar<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <AntdScope>
      <AntdSegmented<Value> {...props} />
    </AntdScope>
  );
}
