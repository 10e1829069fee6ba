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
import { type ReactNode, useState } from 'react'

interface DraggingProps {
  /** The words of a part, by its id. */
  wordsOf: (id: string) => string
  /** Where something is while it is dragged, in words; null where it cannot be dropped. */
  placeOf: (target: string) => string | null
  /** What was dragged, and the target that it was dropped on. */
  onDrop: (id: string, target: string) => void
  children: ReactNode
}

/**
 * Lets parts be dragged by mouse and finger. Each move can be made without dragging too, by buttons: so dragging needs
 * no keys of its own. A finger that rests for a moment drags; one that moves at once scrolls.
 */
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
      return `${quoted(active.id)} is over ${place ?? 'no place to put it'}.`
    },
    // What became of it is said where it is shown, however it was moved.
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

/** The target under the pointer; of several within each other the one whose middle is nearest. */
const innermost: CollisionDetection = (args) => {
  const under = new Set(pointerWithin(args).map(({ id }) => id))
  return closestCenter({ ...args, droppableContainers: args.droppableContainers.filter(({ id }) => under.has(id)) })
}
