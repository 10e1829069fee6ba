import list from './drug-sheet.json' with { type: 'json' }

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

/** Alphabetical. Doses are those of the dose table. */
export const drugSheet: readonly Drug[] = list.drugs
