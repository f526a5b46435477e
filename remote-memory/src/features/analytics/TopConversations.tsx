/** The conversations that left the most memories. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useId } from 'react';
import { RelativeTime } from '@hindsight/shared-ui/core';
import type { Analytics } from '../../api/analytics';
import { ConversationLink } from '../cards/ConversationLink';
import { FigureTable } from './FigureTable';
import panel from './ChartPanel.module.css';
import { NO_CONVERSATIONS } from './texts';

function formatNote(count: number): string {
  return count > 1 ? `Top ${count} by number of memories` : 'Conversations with the most memories';
}

/** @param conversations most memories first. */
export function TopConversations({ conversations }: { conversations: Analytics['top_conversations'] }) {
  const id = useId();
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div>
        <h2 id={id} className={panel.title}>
          Top Conversations
        </h2>
        <p className={panel.note}>{formatNote(conversations.length)}</p>
      </div>
      {conversations.length === 0 ? (
        <p className={panel.empty}>{NO_CONVERSATIONS}</p>
      ) : (
        <FigureTable
          label="Top Conversations"
          columns={['Conversation', 'Memories', 'Last memory']}
          rows={conversations.map(({ conversation_id, memory_block_count, last_activity }) => ({
            key: conversation_id,
            cells: [
              <ConversationLink key="name" id={conversation_id} />,
              formatNumber(memory_block_count),
              <RelativeTime key="time" iso={last_activity} wording="time" />,
            ],
          }))}
        />
      )}
    </section>
  );
}
