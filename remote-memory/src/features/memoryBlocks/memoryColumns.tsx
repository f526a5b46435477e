/** Columns of the memory table. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ReactNode } from 'react';
import {
  Dropdown,
  Icon,
  IdLabel,
  RelativeTime,
  ScoreTag,
  Tag,
  VisuallyHidden,
} from '@hindsight/shared-ui/core';
import type { Columns } from '@hindsight/shared-ui/table';
import { previewText, memoryTitle, fullTitle } from '../../model/cardText';
import { PROBLEM_NAMES } from '../../model/judgments';
import { ORIGINS, type Sort } from '../../model/memoryFilters';
import { hiddenPassage, markedWords } from '../../model/passages';
import type { RankedMemory } from '../../model/rankedMemory';
import { actionItems } from '../blockActions/actionItems';
import { BlockLink } from '../cards/BlockLink';
import { ConversationLink } from '../cards/ConversationLink';
import { FilterLink } from '../cards/FilterLink';
import { MarkedText } from '../cards/MarkedText';
import { WhyFound } from '../cards/WhyFound';
import type { MemoryRowsProps } from './rowsProps';
import { COLUMNS, type ColumnKey } from './tableOptions';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './MemoryTable.module.css';

type Column = Columns<RankedMemory>[number];
type ColumnProps = Pick<MemoryRowsProps, 'search' | 'sort' | 'actions' | 'problems' | 'look'>;

/** Sort orders of a column by the direction shown in its header. */
export const COLUMN_SORTS: Partial<Record<ColumnKey, { descend: Sort; ascend?: Sort }>> = {
  age: { ascend: 'oldest', descend: 'recent' },
  changed: { descend: 'changed' },
  score: { ascend: 'lowest', descend: 'feedback' },
  retrievals: { ascend: 'least', descend: 'most' },
};

/** Makes a column sortable: descending first, then ascending. */
function sortable(key: ColumnKey, sort: Sort | null): Partial<Column> {
  const orders = COLUMN_SORTS[key];
  if (!orders || sort === null) return {};
  const { ascend, descend } = orders;
  return {
    sorter: true,
    sortOrder: sort === ascend ? 'ascend' : sort === descend ? 'descend' : null,
    sortDirections: ascend ? ['descend', 'ascend', 'descend'] : ['descend', 'descend'],
    showSorterTooltip: false,
  };
}

/** Title and preview, either truncated to one line or in full. */
function MemoryCell({ row, search, look }: { row: RankedMemory } & Pick<ColumnProps, 'search' | 'look'>) {
  const isWhole = look.titles === 'whole';
  const preview = hiddenPassage(row, search, [memoryTitle(row), previewText(row)]) || previewText(row);
  return (
    <div className={styles.memory} data-whole={isWhole || undefined} dir="auto">
      <span className={styles.title} title={fullTitle(row)}>
        <BlockLink id={row.id}>
          <MarkedText text={isWhole ? fullTitle(row) : memoryTitle(row)} search={markedWords(row, search)} />
        </BlockLink>
      </span>
      <span className={styles.preview}>
        <MarkedText text={preview} search={markedWords(row, search)} />
      </span>
      <WhyFound row={row} title={memoryTitle(row)} />
    </div>
  );
}

const CELLS: Record<ColumnKey, (row: RankedMemory, props: ColumnProps) => ReactNode> = {
  agent: (row) => (
    <span className={styles.agent}>
      <FilterLink by="agent" value={row.agentId}>
        {row.agentName}
      </FilterLink>
    </span>
  ),
  keywords: ({ keywords }) => (
    <span className={styles.keywords}>
      {keywords.map(({ id, text }) => (
        <Tag key={id}>
          <FilterLink by="keyword" value={id}>
            {text}
          </FilterLink>
        </Tag>
      ))}
    </span>
  ),
  conversation: ({ conversationId }) => <ConversationLink id={conversationId} />,
  origin: ({ origin }) => ORIGINS.find(({ value }) => value === origin)?.label,
  age: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  changed: ({ updatedAt }) => <RelativeTime iso={updatedAt} />,
  score: ({ score, problem }) => (
    <>
      <ScoreTag score={score} /> {problem !== null && <Tag tone="warn">{PROBLEM_NAMES[problem]}</Tag>}
    </>
  ),
  retrievals: ({ retrievals }) => formatNumber(retrievals),
  id: ({ id }) => <IdLabel id={id} label="memory ID" />,
};

/** The memory, the selected columns, and the actions. */
export function buildColumns(props: ColumnProps): Columns<RankedMemory> {
  const { search, sort, actions, problems, look } = props;
  const chosen = COLUMNS.filter(({ key }) => look.columns.includes(key)).map(({ key, label }): Column => {
    const align = key === 'retrievals' ? { align: 'right' as const } : {};
    return {
      title: label,
      key,
      ...sortable(key, sort),
      ...align,
      render: (_, row) => CELLS[key](row, props),
    };
  });
  return [
    {
      title: 'Memory',
      key: 'memory',
      render: (_, row) => <MemoryCell row={row} search={search} look={look} />,
    },
    ...chosen,
    {
      title: <VisuallyHidden>Actions</VisuallyHidden>,
      key: 'actions',
      align: 'right',
      render: (_, row) => (
        <Dropdown
          label={`Actions for ${memoryTitle(row)}`}
          trigger={<Icon name="more" size={18} />}
          triggerClassName={trigger.icon}
          items={actionItems(row.id, actions, problems, row.archived)}
        />
      ),
    },
  ];
}
