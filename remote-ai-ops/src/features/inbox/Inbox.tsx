/** The queue of pending items and the item under review, decided by key or button, individually or in bulk. */
import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { useNavigate, useSearchParams } from '@hindsight/shared-contracts/router';
import {
  useDraft,
  usePageCommands,
  useUnsavedChanges,
  type PageCommand,
} from '@hindsight/shared-contracts/shell';
import { Alert, Button, DraftNote, Icon, IconButton } from '@hindsight/shared-ui/core';
import { SelectionBar, useConfirm, useSelection } from '@hindsight/shared-ui/data';
import { useRef, useState, type ReactNode } from 'react';
import { useFollowedMemories, type DecidedItem } from '../../api/review';
import { useShorterText } from '../../api/rewrites';
import { acceptedFields, wholeCompaction, type AcceptedParts } from '../../model/acceptedParts';
import { editProblem } from '../consolidation/useReview';
import { useMemoryAddress } from '../review/MemoryLinks';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts, type ReviewActions } from '../review/useReviewShortcuts';
import { useWriteProblem } from '../review/useWriteProblem';
import { InboxItem } from './InboxItem';
import { InboxList } from './InboxList';
import styles from './ReviewPage.module.css';
import { inboxTexts as texts, KINDS } from './texts';
import { useInboxDecisions } from './useInboxDecisions';
import { useKeptFocus } from './useKeptFocus';
import { toKey, useQueue } from './useQueue';

export interface InboxProps {
  /** Pending items; undefined while loading. */
  waiting: readonly ReviewItem[] | undefined;
  /** Number of pending items beyond `waiting`. */
  more: number;
  empty: ReactNode;
  /** Shows only the rows until one is opened. */
  isClosed?: boolean;
}

/** Why the accepted parts of an item are invalid, or null. */
function choiceProblem({ kind }: ReviewItem, accepted: AcceptedParts | null): string | null {
  if (!accepted) return null;
  return kind === 'keywords' && accepted.keywords.length === 0 ? texts.noKeyword : editProblem(accepted);
}

/** Rows of a closed queue, so that the content of the page below stays visible. */
const CLOSED_ROWS = 5;

const NO_COMMANDS: readonly PageCommand[] = [];

/** Command palette actions on selected items. */
const commandsOn = (count: number, decide: (verdict: 'accept' | 'reject') => () => void): PageCommand[] => {
  const detail = texts.selected(count);
  return [
    { label: 'Accept', detail, icon: 'check', run: decide('accept') },
    { label: 'Reject', detail, icon: 'close', run: decide('reject') },
  ];
};

/** With a selection, keys act on the selection. */
export function Inbox({ waiting, more, empty, isClosed = false }: InboxProps) {
  useFollowedMemories(waiting);
  // Set by a link to an item, e.g. `?item=pruning/…`.
  const [params] = useSearchParams();
  const queue = useQueue(waiting, params.get('item'));
  const decisions = useInboxDecisions(queue);
  const writeProblem = useWriteProblem();
  const navigate = useNavigate();
  const addressFor = useMemoryAddress();
  const container = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  const [isShown, setShown] = useState(!isClosed);
  /** Accepted parts by item key, kept while the user views other items. */
  const draft = useDraft<Readonly<Record<string, AcceptedParts>>>('review', {});
  const choices = draft.value;
  const [editingKey, setEditingKey] = useState<string | null>(null);
  /** Key of an item that the user tried to accept before its text was loaded. */
  const [askedEarly, setAskedEarly] = useState<string | null>(null);
  const { current, index } = queue;
  const isPending = (item: ReviewItem) =>
    !queue.decided.has(toKey(item)) && !(queue.isGone && item === queue.current);
  const open = queue.queue.filter(isPending);
  const selection = useSelection(open.map(toKey));
  const chosen = open.filter((item) => selection.ids.has(toKey(item)));

  const key = current ? toKey(current) : '';
  const chosenParts = (item: ReviewItem) => choices[toKey(item)] ?? null;
  const accepted = current ? chosenParts(current) : null;
  const isEdited = open.some((item) => chosenParts(item)?.edited);
  useUnsavedChanges(isEdited, texts.unsaved, draft.reset);
  const isOpen = current !== undefined && isPending(current);
  const mayDecide = writeProblem === null;
  const problem = mayDecide && current && (choiceProblem(current, accepted) ?? decisions.problems.get(key));
  const step = (to: number) => {
    const item = queue.queue[to];
    return item && (() => queue.show(toKey(item)));
  };

  const toDecidedItem = ({ kind, id }: ReviewItem): DecidedItem => ({ kind, id });
  const toChosenItem = (item: ReviewItem): DecidedItem => {
    const parts = chosenParts(item);
    return { ...toDecidedItem(item), ...(parts && { accepted: acceptedFields(parts) }) };
  };
  const shorter = useShorterText(current?.kind === 'compaction' ? current : null);
  // A compaction stores the text that the user saw.
  const seen = accepted ?? (shorter.data ? wholeCompaction(shorter.data) : null);
  const toAcceptedItem = (item: ReviewItem): DecidedItem => ({
    ...toDecidedItem(item),
    ...(seen && { accepted: acceptedFields(seen) }),
  });
  const decide = (verdict: 'accept' | 'reject' | 'snooze') => () => {
    const broken = chosen.find((item) => choiceProblem(item, chosenParts(item)));
    // Show the invalid item and its reason; it would fail the whole batch.
    if (verdict === 'accept' && broken) queue.show(toKey(broken));
    else
      void decisions.decide(
        verdict,
        chosen.length > 0 ? chosen.map(toChosenItem) : current ? [toAcceptedItem(current)] : [],
      );
  };
  const keepOlder = () =>
    void (current && decisions.decide('accept', [{ ...toDecidedItem(current), keep: 'older' }]));
  const alike = open.filter(({ kind }) => kind === current?.kind);
  const acceptAll = async () => {
    if (!current) return;
    const sure = await confirm({
      title: `${texts.acceptAll.button(current.kind, alike.length)}?`,
      message: texts.acceptAll.message,
      confirmLabel: KINDS[current.kind].accept,
    });
    if (sure) void decisions.decide('accept', alike.map(toChosenItem));
  };
  const isEditing = editingKey === key;
  const setEditing = (isOn: boolean) => setEditingKey(isOn ? key : null);
  const edit = () =>
    current?.kind === 'consolidation' || current?.kind === 'compaction'
      ? setEditing(!isEditing)
      : void navigate(addressFor(current?.memory_block_ids.at(-1) ?? ''));
  const isDecidable = mayDecide && (isOpen || chosen.length > 0);
  const isPair = mayDecide && isOpen && chosen.length === 0 && current?.kind === 'contradiction';
  const isUnseen = current?.kind === 'compaction' && !seen;
  const waitsForText = isDecidable && isUnseen && chosen.length === 0;
  const isAcceptable =
    isDecidable && (chosen.length > 0 || !(current && (isUnseen || choiceProblem(current, accepted))));
  const isSnoozable =
    isDecidable && (chosen.length > 0 ? chosen : [current]).every((one) => one?.kind !== 'secret');
  const actions: ReviewActions = {
    next: step(index + 1),
    previous: step(index - 1),
    accept: isShown && isAcceptable ? decide('accept') : undefined,
    ...(isShown && waitsForText && { accept: () => setAskedEarly(key) }),
    reject: isShown && isDecidable ? decide('reject') : undefined,
    snooze: isShown && isSnoozable ? decide('snooze') : undefined,
    keepOlder: isShown && isPair ? keepOlder : undefined,
    edit: isShown && isOpen && mayDecide ? edit : undefined,
    undo: decisions.canUndo ? decisions.undo : undefined,
  };
  useReviewShortcuts(container, actions);
  useKeptFocus(container, key);
  usePageCommands(mayDecide && chosen.length > 0 ? commandsOn(chosen.length, decide) : NO_COMMANDS);
  if (!current) return waiting ? empty : null;

  const labels = KINDS[current.kind];
  const isChosen = chosen.length > 0;
  return (
    <div ref={container} className={styles.page}>
      <div className={styles.work} data-closed={!isShown || undefined}>
        <div className={styles.page}>
          <InboxList
            queue={queue}
            selection={isClosed ? undefined : selection}
            isOpen={isShown}
            onOpen={() => setShown(true)}
            limit={isShown ? undefined : CLOSED_ROWS}
          />
          {!isShown && open.length > CLOSED_ROWS && (
            <Button onClick={() => setShown(true)}>{texts.showAll(open.length)}</Button>
          )}
          {isShown && mayDecide && alike.length > 1 && current.kind !== 'secret' && (
            <Button onClick={() => void acceptAll()}>
              {texts.acceptAll.button(current.kind, alike.length)}
            </Button>
          )}
          {isShown && more > 0 && <p className={styles.note}>{texts.more(more)}</p>}
          {isShown && (
            <ShortcutList
              actions={actions}
              hint={texts.keys}
              labels={isChosen ? {} : { accept: labels.accept, reject: labels.reject }}
            />
          )}
        </div>
        {isShown && (
          <section aria-label={labels.label} className={styles.item} tabIndex={-1}>
            <h2 dir="auto">{current.title || texts.untitled}</h2>
            {isEdited && <DraftNote draft={draft} />}
            {writeProblem && <Alert tone="info">{writeProblem}</Alert>}
            {problem && <Alert>{problem}</Alert>}
            {queue.isGone && <Alert tone="info">{texts.gone}</Alert>}
            <div className={styles.content}>
              <InboxItem
                key={key}
                item={current}
                shorter={shorter}
                accepted={accepted}
                isEditing={isEditing}
                onEdit={setEditing}
                onAccept={
                  isOpen && mayDecide ? (parts) => draft.set({ ...choices, [key]: parts }) : undefined
                }
              />
            </div>
            <div className={styles.actions}>
              <IconButton label="Previous" onClick={actions.previous} disabled={!actions.previous}>
                <Icon name="chevron-left" />
              </IconButton>
              <span>{texts.place(index, queue.queue.length)}</span>
              <IconButton label="Next" onClick={actions.next} disabled={!actions.next}>
                <Icon name="chevron-right" />
              </IconButton>
              <span role="status" className={styles.answer}>
                {waitsForText && askedEarly === key
                  ? texts.shorterMissing(shorter.isError)
                  : decisions.answer}
              </span>
              {actions.undo && <Button onClick={actions.undo}>{texts.undoLast}</Button>}
              {!isChosen && isOpen && (
                <>
                  {current.kind !== 'secret' && (
                    <Button onClick={actions.snooze} disabled={!actions.snooze}>
                      {texts.snooze}
                    </Button>
                  )}
                  <Button onClick={actions.reject} disabled={!actions.reject}>
                    {labels.reject}
                  </Button>
                  {actions.keepOlder && <Button onClick={actions.keepOlder}>{texts.keepOlder}</Button>}
                  <Button type="primary" onClick={actions.accept} disabled={!isAcceptable}>
                    {labels.accept}
                  </Button>
                </>
              )}
            </div>
          </section>
        )}
      </div>
      <SelectionBar
        count={chosen.length}
        total={open.length}
        noun={texts.noun}
        onSelectAll={() => selection.set(open.map(toKey))}
        onClear={selection.clear}
      >
        {writeProblem}
        {isSnoozable && <Button onClick={decide('snooze')}>{texts.snooze}</Button>}
        <Button disabled={!mayDecide} onClick={decide('reject')}>
          {texts.rejectCount(chosen.length)}
        </Button>
        <Button type="primary" disabled={!mayDecide} onClick={decide('accept')}>
          {texts.acceptCount(chosen.length)}
        </Button>
      </SelectionBar>
    </div>
  );
}
