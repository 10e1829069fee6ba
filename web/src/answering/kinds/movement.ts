import type { AskedItem } from '@medicready/domain/contract/questions/questions'
import { pairOf } from '../answer-draft.ts'

/** What a move says to those who do not see it. */

type AskedOf<Kind extends AskedItem['kind']> = Extract<AskedItem, { kind: Kind }>

const quoted = (parts: readonly { readonly id: string; readonly text: string }[], id: string): string =>
  `“${parts.find((part) => part.id === id)?.text ?? ''}”`

/** The one part by which two lists differ: the one that came, went or moved; undefined where they are the same. */
export function movedPart(before: readonly string[], after: readonly string[]): string | undefined {
  const came = after.find((id) => !before.includes(id))
  if (came !== undefined) return came
  const went = before.find((id) => !after.includes(id))
  if (went !== undefined) return went
  // Of two neighbours that changed places, either can be said to have moved; else it is the one that went farthest.
  const distance = (id: string) => Math.abs(before.indexOf(id) - after.indexOf(id))
  const farthest = after.toSorted((one, other) => distance(other) - distance(one))[0]
  return farthest !== undefined && distance(farthest) > 0 ? farthest : undefined
}

/** Says where a step stands after a change of the order; '' where nothing has changed. */
export function stepMoved(
  { steps }: AskedOf<'build_list'>,
  before: readonly string[],
  after: readonly string[],
  held: string | null,
): string {
  const changed = movedPart(before, after)
  if (changed === undefined) return ''
  if (!after.includes(changed)) return `${quoted(steps, changed)} was taken out of the order.`
  // The one that was picked is the one that moved, where neighbours changed places.
  const moved = held !== null && before.indexOf(held) !== after.indexOf(held) ? held : changed
  return `${quoted(steps, moved)} is step ${after.indexOf(moved) + 1} of ${steps.length} now.`
}

/** Says into which box something was put; '' where nothing has changed. */
export function thingMoved({ things, boxes }: AskedOf<'drag_drop'>, before: readonly string[], after: readonly string[]): string {
  const came = after.find((id) => !before.includes(id))
  const went = before.find((id) => !after.includes(id))
  if (came !== undefined) return `${quoted(things, pairOf(came).part)} is in ${quoted(boxes, pairOf(came).target)} now.`
  return went === undefined ? '' : `${quoted(things, pairOf(went).part)} was taken out of its box.`
}
