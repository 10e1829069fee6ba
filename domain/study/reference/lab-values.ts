import list from './lab-values.json' with { type: 'json' }

export interface LabValues {
  readonly groups: readonly {
    readonly title: string
    readonly rows: readonly { readonly name: string; readonly value: string; readonly unit: string; readonly note: string | null }[]
    readonly source: string
  }[]
  readonly formulas: readonly { readonly name: string; readonly formula: string; readonly example: string; readonly source: string }[]
  readonly scores: readonly {
    readonly name: string
    readonly rows: readonly { readonly points: string; readonly meaning: string }[]
    readonly source: string
  }[]
}

export const labValues: LabValues = list
