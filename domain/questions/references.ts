import type { BankQuestion } from './content/content.ts'
import list from './references.json' with { type: 'json' }

// All works that questions may cite, so that a new edition finds its questions. A part follows after a colon.

export interface Reference {
  readonly name: string
  /** Such as `9th edition`; null if the year is enough. */
  readonly edition: string | null
  readonly year: number
  /** A `textbook` is secondary: nothing may rest on it alone. */
  readonly kind: 'guideline' | 'label' | 'law' | 'standard' | 'report' | 'textbook'
  readonly supersededBy: string | null
}

export const references = list as readonly Reference[]

export const titleOf = ({ name, edition }: Reference): string => (edition === null ? name : `${name}, ${edition}`)
export const citationOf = (reference: Reference): string => `${titleOf(reference)}, ${reference.year}`

const byCitation = new Map(references.map((reference) => [citationOf(reference), reference]))

/** Ignores the part behind a colon. Undefined if not listed. */
export function workCited(citation: string): Reference | undefined {
  const [, whole] = /^(.*?, (?:19|20)\d{2})(?:: .+)?$/.exec(citation) ?? []
  return whole === undefined ? undefined : byCitation.get(whole)
}

const isPrimary = ({ kind }: Reference): boolean => kind !== 'textbook' && kind !== 'report'

export const referenceFaults = (bank: readonly BankQuestion[]): string[] =>
  bank.flatMap(({ id, references: citations, guideline }) => {
    const works = citations.map(workCited)
    const isListed = works.some((work) => work && titleOf(work) === guideline.name && work.year === guideline.year)
    return [
      ...citations.flatMap((citation, index) => (works[index] ? [] : [`is not in the list of references: ${citation}`])),
      ...works.flatMap((work) =>
        work?.supersededBy ? [`rests on a superseded edition: ${citationOf(work)}, now ${work.supersededBy}`] : [],
      ),
      ...(works.some((work) => work && isPrimary(work)) ? [] : ['has no primary source']),
      ...(isListed ? [] : [`does not cite its guideline: ${guideline.name}, ${guideline.year}`]),
    ].map((words) => `${id} ${words}`)
  })
