import type { AdminFigure, ReviewFigure, StudentFigure } from '@medicready/domain/contract/admin/figure-names'

export type BusinessFigure = AdminFigure | StudentFigure

/** A figure whose facts are listed: from a day on, up to the end of another, of a group alone. */
export interface WhyPart {
  readonly figure: BusinessFigure | ReviewFigure
  readonly group?: string
  /** Of one person alone, of one code or session, or of the sessions of one tutor. */
  readonly userId?: string
  readonly subjectId?: string
  readonly tutorId?: string
  /** Of one question alone, and of a version of it. */
  readonly questionId?: string
  readonly version?: number
  /** What it is called where its figure does not say enough: "Answers, Mar 2026". */
  readonly label?: string
  /** From the beginning when left out. */
  readonly from?: string
  /** The day that the dashboard shows when left out. */
  readonly asOf?: string
}

/** What stands behind a number. */
export interface Why {
  /** How it comes from its parts, where it is not simply the sum: "MRR divided by subscribers." */
  readonly how?: string
  /** At least one. */
  readonly parts: readonly [WhyPart, ...WhyPart[]]
}

/** As many parts as there are, where there is one at all. */
export const whyOf = ([first, ...others]: readonly WhyPart[], how?: string): Why | undefined =>
  first && { ...(how !== undefined && { how }), parts: [first, ...others] }
