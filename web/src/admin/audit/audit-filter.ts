import type { AuditEntry } from '@medicready/domain/contract/admin-system'

export interface AuditFilter {
  /** The type of the fact; empty for all. */
  readonly type: string
  /** The name of an administrator; empty for all. */
  readonly actor: string
  /** In what was done, why, or to whom; in any case. */
  readonly words: string
}

/** Of entries those that a filter lets through. */
export function filteredEntries(entries: readonly AuditEntry[], { type, actor, words }: AuditFilter): readonly AuditEntry[] {
  const searched = words.trim().toLowerCase()
  return entries.filter(
    (entry) =>
      (type === '' || entry.type === type) &&
      (actor === '' || entry.actor === actor) &&
      [entry.what, entry.reason ?? '', entry.name].some((text) => text.toLowerCase().includes(searched)),
  )
}

/** What can be chosen among entries, each once, in the order of the alphabet; empty for all comes first. */
export const optionsOf = (entries: readonly AuditEntry[], of: 'type' | 'actor'): readonly string[] => [
  '',
  ...new Set(
    entries
      .map((entry) => entry[of])
      .filter((option) => option !== '')
      .toSorted(),
  ),
]
