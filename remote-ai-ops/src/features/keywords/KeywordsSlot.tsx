/** The slot `memory-block.keyword-suggestions`: suggests keywords for memories and applies the selected ones. */
import type { BlockActionProps } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { ModelCost, useModelCosts } from '../jobs/ModelCost';
import { BlockActionGate } from '../review/BlockActionGate';
import { KeywordSuggestions } from './KeywordSuggestions';
import { keywordTexts } from './texts';
import layout from '../review/layout.module.css';

export function KeywordsSlot(props: BlockActionProps) {
  return (
    <BlockActionGate texts={keywordTexts} blockIds={props.blockIds} onClose={props.onClose}>
      <SuggestionsWithCost {...props} />
    </BlockActionGate>
  );
}

/** Starts immediately if free, otherwise shows the cost of the language model first. */
function SuggestionsWithCost({ blockIds, onClose, onChanged }: BlockActionProps) {
  const { data, error } = useModelCosts('bulk_keywords', blockIds.length);
  const [isWanted, setWanted] = useState(false);
  if (isWanted || error || data?.is_configured === false)
    return <KeywordSuggestions blockIds={blockIds} onClose={onClose} onChanged={onChanged} />;
  return (
    <Modal
      title={keywordTexts.title}
      description={keywordTexts.description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" disabled={!data} onClick={() => setWanted(true)}>
            {keywordTexts.start}
          </Button>
        </>
      }
    >
      {data ? (
        <ModelCost kind="bulk_keywords" count={blockIds.length} className={layout.note} />
      ) : (
        <Progress label={keywordTexts.estimating} value={null} />
      )}
    </Modal>
  );
}
