import type { AdminFigure, ReviewFigure, StudentFigure } from '@medicready/domain/admin/shown/figure-names'

export type BusinessFigure = AdminFigure | StudentFigure
type FigureName = BusinessFigure | ReviewFigure

/** A figure for a period, optionally of one group, whose facts are listed. */
export interface WhyPart {
  readonly figure: FigureName
  readonly group?: string
  readonly userId?: string
  readonly subjectId?: string
  readonly tutorId?: string
  readonly questionId?: string
  readonly version?: number
  readonly label?: string
  readonly from?: string
  /** The day that the dashboard shows when left out. */
  readonly asOf?: string
}

export type Facts = FigureName | WhyPart | readonly WhyPart[]

export const partsOf = (facts: Facts): readonly WhyPart[] =>
  typeof facts === 'string' ? [{ figure: facts }] : 'figure' in facts ? [facts] : facts
