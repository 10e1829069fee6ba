import { type ChangedLine, type ChangedSection, type LegalText, linesOf, type Section } from '@medicready/domain/legal/shown/legal-text'
import { diffArrays, diffWordsWithSpace } from 'diff'

/** In the order of the later version, removed sections last; unchanged ones are left out. */
export function legalChanges(earlier: LegalText, later: LegalText): ChangedSection[] {
  const before = new Map(earlier.sections.map((section) => [section.id, section]))
  const after = new Set(later.sections.map(({ id }) => id))
  const stays = later.sections.map((section) => changesOf(before.get(section.id), section))
  const gone = earlier.sections.filter(({ id }) => !after.has(id)).map((section) => changesOf(section, undefined))
  return [...stays, ...gone].filter(({ lines }) => lines.length > 0)
}

function changesOf(earlier: Section | undefined, later: Section | undefined): ChangedSection {
  const change = !earlier ? 'added' : !later ? 'removed' : 'changed'
  return { title: (later ?? earlier)?.title ?? null, change, lines: changedLines(linesIn(earlier), linesIn(later)) }
}

const linesIn = (section: Section | undefined): string[] => section?.blocks.flatMap(linesOf) ?? []

function changedLines(earlier: readonly string[], later: readonly string[]): ChangedLine[] {
  const changed: ChangedLine[] = []
  let removed: string[] = []
  for (const part of [...diffArrays([...earlier], [...later]), null]) {
    if (part?.removed) {
      removed = part.value
      continue
    }
    changed.push(...sideBySide(removed, part?.added ? part.value : []))
    removed = []
  }
  return changed
}

const sideBySide = (removed: readonly string[], added: readonly string[]): ChangedLine[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => oneLine(removed[index], added[index])).flat()

/** Below this share of common letters, lines are unrelated. */
const LEAST_ALIKE = 0.4

function oneLine(before: string | undefined, after: string | undefined): ChangedLine[] {
  if (before !== undefined && after !== undefined) {
    const words = diffWordsWithSpace(before, after).map(
      ({ value, added, removed }) => ({ text: value, change: added ? 'added' : removed ? 'removed' : 'same' }) as const,
    )
    const same = words.reduce((sum, { text, change }) => sum + (change === 'same' ? text.length : 0), 0)
    if (same >= LEAST_ALIKE * Math.max(before.length, after.length)) return [{ change: 'reworded', words }]
  }
  return [
    ...(before === undefined ? [] : [{ change: 'removed' as const, text: before }]),
    ...(after === undefined ? [] : [{ change: 'added' as const, text: after }]),
  ]
}
