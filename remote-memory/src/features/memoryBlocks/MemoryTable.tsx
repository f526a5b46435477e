/** Memory blocks as rows of a table, for managing many. */
import { useMemo } from 'react';
import { Dropdown, Icon, IdLabel, RelativeTime, ScoreTag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { Table, type Columns } from '@hindsight/shared-ui/table';
import { agentNameOf } from '../../model/agent';
import { previewOf, titleOf } from '../../model/cardText';
import { foundElsewhere, markedWords } from '../../model/passages';
import type { RankedMemory } from '../../model/rankedMemory';
import { actionItems } from '../blockActions/actionItems';
import { BlockLink } from '../cards/BlockLink';
import { MarkedText } from '../cards/MarkedText';
import { WhyFound } from '../cards/WhyFound';
import type { MemoryRowsProps } from './rowsProps';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './MemoryTable.module.css';

/** Where the keys of a list find a row (see `useListKeys`). */
const rowAttributes = (row: RankedMemory) => ({ 'data-row': row.id }) as object;

/** Title and one line of preview, agent, age, score, reads, id, actions. */
export function MemoryTable(props: MemoryRowsProps) {
  const { rows, agents, search, isOutdated, selection, actions, problems } = props;
  const columns = useMemo<Columns<RankedMemory>>(
    () => [
      {
        title: 'Memory',
        key: 'memory',
        render: (_, row) => (
          <div className={styles.memory} dir="auto">
            <span className={styles.title}>
              <BlockLink id={row.id}>
                <MarkedText text={titleOf(row)} search={markedWords(row, search)} />
              </BlockLink>
            </span>
            <span className={styles.preview}>
              <MarkedText
                text={foundElsewhere(row, search, [titleOf(row), previewOf(row)]) || previewOf(row)}
                search={markedWords(row, search)}
              />
            </span>
            <WhyFound row={row} title={titleOf(row)} />
          </div>
        ),
      },
      {
        title: 'Agent',
        key: 'agent',
        render: (_, row) => <span className={styles.agent}>{agentNameOf(row, agents)}</span>,
      },
      {
        title: 'Age',
        key: 'age',
        render: (_, row) => row.createdAt !== '' && <RelativeTime iso={row.createdAt} />,
      },
      { title: 'Feedback', key: 'score', render: (_, row) => <ScoreTag score={row.score} /> },
      {
        title: 'Retrieved',
        key: 'retrievals',
        align: 'right',
        render: (_, row) => row.retrievals.toLocaleString(),
      },
      { title: 'ID', key: 'id', render: (_, row) => <IdLabel id={row.id} label="memory ID" /> },
      {
        title: <VisuallyHidden>Actions</VisuallyHidden>,
        key: 'actions',
        align: 'right',
        render: (_, row) => (
          <Dropdown
            label={`Actions for ${titleOf(row)}`}
            trigger={<Icon name="more" size={18} />}
            triggerClassName={trigger.icon}
            items={actionItems(row.id, actions, problems, row.archived)}
          />
        ),
      },
    ],
    [agents, search, actions, problems],
  );

  return (
    <div className={styles.table} data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
      <Table<RankedMemory>
        label="Memory blocks"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onRow={rowAttributes}
        rowSelection={{
          selectedRowKeys: [...selection.ids],
          onChange: (keys) => selection.set(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': `Select ${titleOf(row)}` }),
        }}
      />
    </div>
  );
}
