import type { BankQuestion } from './content.ts'
import list from './references.json' with { type: 'json' }

/**
 * What questions may rest on: one list, so that a new edition finds every question that teaches the old one. A question
 * cites a work as `name, edition, year`, and a part of it behind a colon.
 */

export interface Reference {
  readonly name: string
  /** As it is cited, such as `9th edition`; null where the year says it all. */
  readonly edition: string | null
  readonly year: number
  /** `textbook`: retells what others found, so that nothing may rest on it alone. */
  readonly kind: 'guideline' | 'label' | 'law' | 'standard' | 'report' | 'textbook'
  /** The citation of what replaces it; null while it holds. */
  readonly supersededBy: string | null
}

export const references = list as readonly Reference[]

/** The work without its year, as `guideline.name` has it. */
export const titleOf = ({ name, edition }: Reference): string => (edition === null ? name : `${name}, ${edition}`)
export const citationOf = (reference: Reference): string => `${titleOf(reference)}, ${reference.year}`

const byCitation = new Map(references.map((reference) => [citationOf(reference), reference]))

/** The work that a citation is of: all of it, or a part that is named behind a colon. Undefined for one not listed. */
export function workCited(citation: string): Reference | undefined {
  const [, whole] = /^(.*?, (?:19|20)\d{2})(?:: .+)?$/.exec(citation) ?? []
  return whole === undefined ? undefined : byCitation.get(whole)
}

const isPrimary = ({ kind }: Reference): boolean => kind !== 'textbook' && kind !== 'report'

/** What is wrong with the references of a bank, each as a line that names its question. */
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
