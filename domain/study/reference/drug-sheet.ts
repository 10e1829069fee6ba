import list from './drug-sheet.json' with { type: 'json' }

/** A drug as the reference sheet has it, to look up beside a question. */
export interface Drug {
  readonly name: string
  readonly class: string
  readonly indications: readonly string[]
  readonly doses: readonly { readonly for: string; readonly dose: string; readonly repeat: string | null; readonly max: string | null }[]
  readonly contraindications: readonly string[]
  readonly cautions: readonly string[]
  readonly onset: string | null
  readonly source: string
}

/** In alphabetical order. Its doses are those of the table by which questions are checked. */
export const drugSheet: readonly Drug[] = list.drugs
