import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { AskedItem } from '@medicready/domain/contract/questions/questions'
import { type ReactNode, useState } from 'react'
import { pairOf } from '../answer/answer-draft.ts'

type AskedOf<Kind extends AskedItem['kind']> = Extract<AskedItem, { kind: Kind }>

const quoted = (parts: readonly { readonly id: string; readonly text: string }[], id: string): string =>
  `“${parts.find((part) => part.id === id)?.text ?? ''}”`

/** The one part by which two lists differ: added, removed or moved; undefined where they are equal. */
export function movedPart(before: readonly string[], after: readonly string[]): string | undefined {
  const came = after.find((id) => !before.includes(id))
  if (came !== undefined) return came
  const went = before.find((id) => !after.includes(id))
  if (went !== undefined) return went
  // When two neighbors change places either could have moved; otherwise it is the one that went farthest.
  const distance = (id: string) => Math.abs(before.indexOf(id) - after.indexOf(id))
  const farthest = after.toSorted((one, other) => distance(other) - distance(one))[0]
  return farthest !== undefined && distance(farthest) > 0 ? farthest : undefined
}

export function stepMoved(
  { steps }: AskedOf<'build_list'>,
  before: readonly string[],
  after: readonly string[],
  held: string | null,
): string {
  const changed = movedPart(before, after)
  if (changed === undefined) return ''
  if (!after.includes(changed)) return `${quoted(steps, changed)} was removed from the order.`
  // When neighbors change places, the one that was picked up is the one that moved.
  const moved = held !== null && before.indexOf(held) !== after.indexOf(held) ? held : changed
  return `${quoted(steps, moved)} is now step ${after.indexOf(moved) + 1} of ${steps.length}.`
}

export function thingMoved({ things, boxes }: AskedOf<'drag_drop'>, before: readonly string[], after: readonly string[]): string {
  const came = after.find((id) => !before.includes(id))
  const went = before.find((id) => !after.includes(id))
  if (came !== undefined) return `${quoted(things, pairOf(came).part)} is in ${quoted(boxes, pairOf(came).target)} now.`
  return went === undefined ? '' : `${quoted(things, pairOf(went).part)} was removed from its box.`
}

export function useSaid(chosen: readonly string[], words: (before: readonly string[], after: readonly string[]) => string): string {
  const [seen, setSeen] = useState(chosen)
  const [said, setSaid] = useState('')
  if (seen !== chosen) {
    setSeen(chosen)
    setSaid(words(seen, chosen) || said)
  }
  return said
}

interface DraggingProps {
  wordsOf: (id: string) => string
  placeOf: (target: string) => string | null
  onDrop: (id: string, target: string) => void
  children: ReactNode
}

/** Dragging needs no keys: every move can also be made with buttons. A finger that moves at once scrolls. */
export function Dragging({ wordsOf, placeOf, onDrop, children }: DraggingProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
  )
  const quoted = (id: string | number) => `“${wordsOf(String(id))}”`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${quoted(active.id)}.`,
    onDragOver: ({ active, over }) => {
      const place = over ? placeOf(String(over.id)) : null
      return `${quoted(active.id)} is over ${place ?? 'not over a target'}.`
    },
    // The change itself is announced where it is shown, however it was made.
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => `${quoted(active.id)} stays where it was.`,
  }
  const end = ({ active, over: target }: DragEndEvent) => {
    setDragged(null)
    if (target) onDrop(String(active.id), String(target.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={innermost}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragEnd={end}
      onDragCancel={() => setDragged(null)}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && (
          <div className="cursor-grabbing rounded-control border border-brand bg-brand-soft px-3 py-2.5 shadow-overlay">
            {wordsOf(dragged)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** The target under the pointer; of nested ones, the one whose middle is nearest. */
const innermost: CollisionDetection = (args) => {
  const under = new Set(pointerWithin(args).map(({ id }) => id))
  return closestCenter({ ...args, droppableContainers: args.droppableContainers.filter(({ id }) => under.has(id)) })
}
