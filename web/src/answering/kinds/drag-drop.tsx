import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Strikethrough } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { classList } from '../../ui/class-list.ts'
import { rowLetter } from '../../ui/radio-rows.tsx'
import { pairId, targetOf } from '../answer/answer-draft.ts'
import { placing } from '../answer/item-answer.ts'
import { ChosenShare, OutcomeWords } from './choice-rows.tsx'
import { Dragging, thingMoved, useSaid } from './dragging.tsx'
import type { KindProps, PartOutcome } from './kind-props.ts'
import { Task } from './task.tsx'

const POOL = 'pool'

export default function DragDrop({ item, draft, change, locked, outcome, chosenBy }: KindProps<'drag_drop'>) {
  const { things, boxes } = item
  const { chosen, struck, held } = draft
  const said = useSaid(chosen, (before, after) => thingMoved(item, before, after))
  const textOf = (parts: typeof things, id: string | null) => parts.find((part) => part.id === id)?.text ?? ''
  const boxOf = (thing: string) => targetOf(chosen, thing)
  const takeOut = (thing: string) => {
    const box = boxOf(thing)
    if (box !== undefined) change({ type: 'takeOut', id: pairId(thing, box) })
  }

  const thingIn = (id: string, box: string | null) => (
    <Thing
      key={id}
      id={id}
      letter={rowLetter(things.findIndex((thing) => thing.id === id))}
      text={textOf(things, id)}
      ruledOut={boxes.filter((each) => struck.includes(pairId(id, each.id))).map(({ text }) => text)}
      held={held === id}
      locked={locked}
      outcome={outcome && box !== null ? outcomeOfThing(id, box, outcome, (right) => textOf(boxes, right)) : null}
      chosenBy={box === null ? undefined : chosenBy?.get(`${textOf(things, id)}: ${textOf(boxes, box)}`)}
      onPress={() => change({ type: 'hold', id: held === id ? null : id })}
    />
  )
  const waiting = things.filter(({ id }) => boxOf(id) === undefined)

  return (
    <div className="grid gap-4">
      <Task progress={outcome ? null : `${things.length - waiting.length} of ${things.length} in a box`}>
        {locked ? 'Each in its box' : 'Put each item into a box: pick it up, then choose the box'}
      </Task>
      <Dragging
        wordsOf={(id) => textOf(things, id)}
        placeOf={(target) => (target === POOL ? 'those that wait' : `the box “${textOf(boxes, target)}”`)}
        onDrop={(id, target) => (target === POOL ? takeOut(id) : change(placing(boxes, id, target)))}
      >
        {(!outcome || waiting.length > 0) && (
          <Target id={POOL} title={outcome ? 'Left out' : 'Items to sort'} isLocked={locked}>
            <ul className="flex flex-wrap gap-2">{waiting.map(({ id }) => thingIn(id, null))}</ul>
            {waiting.length === 0 && <p className="py-2 text-sm text-muted">All items are in a box.</p>}
          </Target>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {boxes.map((box, index) => (
            <Target key={box.id} id={box.id} title={box.text} number={index + 1} isLocked={locked} isBox>
              <ul className="grid gap-2">{things.filter(({ id }) => boxOf(id) === box.id).map(({ id }) => thingIn(id, box.id))}</ul>
              {!locked && (
                <span className="flex gap-1">
                  <Button
                    variant="secondary"
                    className="min-w-0 flex-1 border-dashed"
                    disabledReason={held === null ? 'Pick up an item first.' : undefined}
                    onClick={() => held !== null && change(placing(boxes, held, box.id))}
                  >
                    Put here
                    <span className="sr-only">
                      {held !== null && `: “${textOf(things, held)}”`} into {box.text}
                    </span>
                  </Button>
                  {held !== null && (
                    <IconButton
                      icon={Strikethrough}
                      small
                      label={`Strike out ${box.text} for “${textOf(things, held)}”`}
                      tooltip={struck.includes(pairId(held, box.id)) ? 'Take this box back' : 'Strike this box out'}
                      aria-pressed={struck.includes(pairId(held, box.id))}
                      onClick={() => change({ type: 'strike', id: pairId(held, box.id) })}
                      className={classList(
                        'border',
                        struck.includes(pairId(held, box.id)) ? 'border-control bg-sunken text-ink' : 'border-transparent text-muted',
                      )}
                    />
                  )}
                </span>
              )}
            </Target>
          ))}
        </div>
      </Dragging>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

function outcomeOfThing(
  thing: string,
  box: string,
  { isCorrect, right }: NonNullable<KindProps<'drag_drop'>['outcome']>,
  words: (box: string) => string,
): PartOutcome | null {
  if (isCorrect) return { tone: 'ok', words: 'Right' }
  if (!right) return null
  const belongs = targetOf(right.chosen, thing) ?? ''
  return belongs === box ? { tone: 'ok', words: 'Right' } : { tone: 'bad', words: `Belongs in: ${words(belongs)}` }
}

interface TargetProps {
  id: string
  title: string
  number?: number
  isLocked: boolean
  isBox?: boolean
  children: ReactNode
}

function Target({ id, title, number, isLocked, isBox = false, children }: TargetProps) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: isLocked })
  return (
    <section
      ref={setNodeRef}
      aria-label={title}
      className={classList(
        'grid content-start gap-2 rounded-card transition-colors',
        isBox && 'grid-rows-[auto_1fr_auto] border bg-bg p-3',
        isBox && (isOver ? 'border-brand ring-1 ring-brand' : 'border-hairline'),
        !isBox && isOver && 'bg-sunken',
      )}
    >
      <h2 className={classList('text-sm font-semibold', !isBox && 'text-muted')}>
        {number !== undefined && (
          <span aria-hidden className="mr-2 text-muted tabular-nums">
            {number}
          </span>
        )}
        {title}
      </h2>
      {children}
    </section>
  )
}

interface ThingProps {
  id: string
  letter: string
  text: string
  ruledOut: readonly string[]
  held: boolean
  locked: boolean
  outcome: PartOutcome | null
  chosenBy: number | undefined
  onPress: () => void
}

const thingTones = { none: 'border-control bg-surface', ok: 'border-ok bg-ok-soft', bad: 'border-bad bg-bad-soft' }

function Thing({ id, letter, text, ruledOut, held, locked, outcome, chosenBy, onPress }: ThingProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: locked })
  if (locked)
    return (
      <li className={classList('grid min-h-12 content-center gap-1 rounded-control border px-3 py-2', thingTones[outcome?.tone ?? 'none'])}>
        <span>{text}</span>
        {outcome && <OutcomeWords outcome={outcome} />}
        {chosenBy !== undefined && <ChosenShare percent={chosenBy} />}
      </li>
    )
  return (
    <li className="max-w-full">
      <button
        {...listeners}
        ref={setNodeRef}
        type="button"
        value={id}
        aria-pressed={held}
        onClick={onPress}
        className={classList(
          'flex min-h-12 w-full touch-manipulation items-center gap-3 rounded-control border px-3 py-2 text-left transition-colors select-none',
          held ? 'border-brand bg-brand-soft ring-1 ring-brand' : 'border-control bg-surface hover:bg-sunken',
          isDragging && 'opacity-40',
        )}
      >
        <span
          aria-hidden
          className={classList(
            'grid size-7 shrink-0 place-items-center rounded-control border text-sm font-semibold',
            held ? 'border-brand bg-brand text-on-brand' : 'border-control text-muted',
          )}
        >
          {letter}
        </span>
        <span className="grid min-w-0">
          {text}
          {ruledOut.length > 0 && (
            <span className="text-sm text-muted">
              Not: <span className="line-through">{ruledOut.join(', ')}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
