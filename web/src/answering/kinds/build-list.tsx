import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ArrowDown, ArrowUp, GripVertical, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { classList } from '../../ui/class-list.ts'
import { rowLetter } from '../../ui/radio-rows.tsx'
import { ChosenShare, OutcomeWords, StrikeButton } from './choice-rows.tsx'
import { Dragging, stepMoved, useSaid } from './dragging.tsx'
import type { KindProps, PartOutcome } from './kind-props.ts'
import { Task } from './task.tsx'

const POOL = 'pool'
const ORDER = 'order'

export default function BuildList({ item, draft, change, locked, outcome, chosenBy }: KindProps<'build_list'>) {
  const { steps } = item
  const { chosen, held } = draft
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  const said = useSaid(chosen, (before, after) => stepMoved(item, before, after, held))
  useEffect(() => {
    if (focusNext.current && chosen) root.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  }, [chosen])

  const textOf = (id: string) => steps.find((step) => step.id === id)?.text ?? ''
  const letterOf = (id: string) => rowLetter(steps.findIndex((step) => step.id === id))
  const waiting = steps.filter(({ id }) => !chosen.includes(id))

  const append = (id: string) => {
    const at = waiting.findIndex((step) => step.id === id)
    // The pressed button disappears: focus moves to the next one that can be pressed.
    focusNext.current = valueSelector(waiting[at + 1]?.id ?? waiting[at - 1]?.id ?? id)
    change({ type: 'choose', id, insteadOf: [] })
  }
  const move = (id: string, to: number, button: 'up' | 'down') => {
    focusNext.current = `[data-move="${button}"]`
    change({ type: 'move', id, to })
  }
  const takeOut = (id: string) => {
    focusNext.current = valueSelector(id)
    change({ type: 'takeOut', id })
  }
  const drop = (id: string, target: string) => {
    if (target === POOL) return change({ type: 'takeOut', id })
    const place = chosen.indexOf(target)
    change({ type: 'move', id, to: place < 0 ? chosen.length : place })
  }

  return (
    <div ref={root} className="grid gap-4">
      <Task progress={outcome ? null : `${chosen.length} of ${steps.length} steps in order`}>
        Put the steps in order, starting with the first
      </Task>
      <Dragging
        wordsOf={textOf}
        placeOf={(target) =>
          target === POOL ? 'the steps that wait' : target === ORDER ? 'the end of the order' : `step ${chosen.indexOf(target) + 1}`
        }
        onDrop={drop}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {!outcome && (
            <Region id={POOL} title="Steps" isLocked={locked}>
              <ul className="grid gap-2">
                {waiting.map(({ id, text }) => (
                  <WaitingStep
                    key={id}
                    id={id}
                    letter={letterOf(id)}
                    text={text}
                    struck={draft.struck.includes(id)}
                    locked={locked}
                    onPress={() => append(id)}
                    onStrike={() => change({ type: 'strike', id })}
                  />
                ))}
              </ul>
              {waiting.length === 0 && <p className="py-2.5 text-sm text-muted">All steps are in your order.</p>}
            </Region>
          )}
          <Region id={ORDER} title="Your order" isLocked={locked} isWide={outcome !== null}>
            <ol className="grid gap-2">
              {chosen.map((id, index) => (
                <PlacedStep
                  key={id}
                  id={id}
                  place={index + 1}
                  order={chosen}
                  text={textOf(id)}
                  held={held === id}
                  locked={locked}
                  outcome={outcome && outcomeOfPlace(id, index, outcome)}
                  chosenBy={chosenBy?.get(`${index + 1}. ${textOf(id)}`)}
                  onPress={() => change({ type: 'hold', id: held === id ? null : id })}
                  onMove={(by) => move(id, index + by, by < 0 ? 'up' : 'down')}
                  onTakeOut={() => takeOut(id)}
                />
              ))}
              {waiting.map(({ id }, index) => (
                <li
                  key={id}
                  aria-hidden
                  className="flex min-h-12 items-center gap-3 rounded-control border border-dashed border-control px-3 text-sm text-muted"
                >
                  <span className="w-7 text-center font-semibold tabular-nums">{chosen.length + index + 1}</span>
                </li>
              ))}
            </ol>
            {outcome && chosen.length === 0 && <p className="text-muted">None in time</p>}
          </Region>
        </div>
      </Dragging>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

const valueSelector = (id: string) => `[value="${id}"]`

function outcomeOfPlace(
  id: string,
  index: number,
  { isCorrect, right }: NonNullable<KindProps<'build_list'>['outcome']>,
): PartOutcome | null {
  if (isCorrect) return { tone: 'ok', words: 'Right' }
  if (!right) return null
  const place = right.chosen.indexOf(id)
  return place === index ? { tone: 'ok', words: 'Right' } : { tone: 'bad', words: `Belongs at ${place + 1}` }
}

interface RegionProps {
  id: string
  title: string
  isLocked: boolean
  isWide?: boolean
  children: ReactNode
}

function Region({ id, title, isLocked, isWide = false, children }: RegionProps) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: isLocked })
  return (
    <section
      ref={setNodeRef}
      aria-label={title}
      className={classList('grid content-start gap-2 rounded-control transition-colors', isWide && 'sm:col-span-2', isOver && 'bg-sunken')}
    >
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      {children}
    </section>
  )
}

interface WaitingStepProps {
  id: string
  letter: string
  text: string
  struck: boolean
  locked: boolean
  onPress: () => void
  onStrike: () => void
}

function WaitingStep({ id, letter, text, struck, locked, onPress, onStrike }: WaitingStepProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: locked })
  return (
    <li className="flex items-stretch gap-1">
      <button
        {...listeners}
        ref={setNodeRef}
        type="button"
        value={id}
        disabled={locked}
        onClick={onPress}
        className={classList(
          'flex min-h-12 min-w-0 flex-1 touch-manipulation items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 text-left transition-colors select-none not-disabled:hover:bg-sunken',
          isDragging && 'opacity-40',
        )}
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-control border border-control text-sm font-semibold text-muted"
        >
          {letter}
        </span>
        <span className={classList('min-w-0 flex-1', struck && 'text-muted line-through')}>{text}</span>
      </button>
      <StrikeButton name={letter} struck={struck} disabled={locked} onPress={onStrike} />
    </li>
  )
}

interface PlacedStepProps {
  id: string
  place: number
  order: readonly string[]
  text: string
  held: boolean
  locked: boolean
  outcome: PartOutcome | null
  chosenBy: number | undefined
  onPress: () => void
  onMove: (by: -1 | 1) => void
  onTakeOut: () => void
}

const placedTones = {
  none: 'border-control bg-surface',
  ok: 'border-ok bg-ok-soft',
  bad: 'border-bad bg-bad-soft',
}

function PlacedStep({ id, place, order, text, held, locked, outcome, chosenBy, onPress, onMove, onTakeOut }: PlacedStepProps) {
  const { setNodeRef: setDraggable, listeners, isDragging } = useDraggable({ id, disabled: locked })
  const { setNodeRef: setDroppable, isOver, active } = useDroppable({ id, disabled: locked })
  const origin = active ? order.indexOf(String(active.id)) : -1
  const comesFromAbove = origin >= 0 && origin < place - 1
  const words = (
    <>
      <span aria-hidden className="w-7 shrink-0 text-center text-sm font-semibold tabular-nums">
        {place}
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">Step {place}: </span>
        {text}
      </span>
    </>
  )
  return (
    <li
      ref={setDroppable}
      className={classList(
        'relative rounded-control border transition-colors',
        held ? 'border-brand bg-brand-soft ring-1 ring-brand' : placedTones[outcome?.tone ?? 'none'],
        isOver && !isDragging && 'after:absolute after:inset-x-0 after:h-1 after:rounded-pill after:bg-brand',
        comesFromAbove ? 'after:-bottom-2' : 'after:-top-2',
        isDragging && 'opacity-40',
      )}
    >
      {locked ? (
        <div className="flex min-h-12 flex-col justify-center gap-1 px-3 py-2 sm:flex-row sm:items-center sm:gap-3">
          <span className="flex min-w-0 items-center gap-3 sm:flex-1">{words}</span>
          {(outcome || chosenBy !== undefined) && (
            <span className="flex flex-wrap gap-x-3 max-sm:pl-10">
              {outcome && <OutcomeWords outcome={outcome} />}
              {chosenBy !== undefined && <ChosenShare percent={chosenBy} />}
            </span>
          )}
        </div>
      ) : (
        <button
          {...listeners}
          ref={setDraggable}
          type="button"
          value={id}
          aria-pressed={held}
          onClick={onPress}
          className="flex min-h-12 w-full touch-manipulation items-center gap-3 rounded-control px-3 py-2 text-left select-none"
        >
          {words}
          <GripVertical aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      )}
      {held && !locked && (
        <div className="flex justify-end gap-1 px-1 pb-1">
          <IconButton label="Move up" data-move="up" aria-disabled={place === 1 || undefined} onClick={() => place > 1 && onMove(-1)}>
            <ArrowUp aria-hidden className={classList('size-5', place === 1 && 'opacity-40')} />
          </IconButton>
          <IconButton
            label="Move down"
            data-move="down"
            aria-disabled={place === order.length || undefined}
            onClick={() => place < order.length && onMove(1)}
          >
            <ArrowDown aria-hidden className={classList('size-5', place === order.length && 'opacity-40')} />
          </IconButton>
          <IconButton icon={Undo2} label="Remove from the order" onClick={onTakeOut} />
        </div>
      )}
    </li>
  )
}
