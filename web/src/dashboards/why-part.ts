import type { AdminFigure, ReviewFigure, StudentFigure } from '@medicready/domain/contract/admin/figure-names'

export type BusinessFigure = AdminFigure | StudentFigure
type FigureName = BusinessFigure | ReviewFigure

/** A figure whose facts are listed: from a day on, up to the end of another, of a group alone. */
export interface WhyPart {
  readonly figure: FigureName
  readonly group?: string
  /** Of one person alone, of one code or session, or of the sessions of one tutor. */
  readonly userId?: string
  readonly subjectId?: string
  readonly tutorId?: string
  /** Of one question alone, and of a version of it. */
  readonly questionId?: string
  readonly version?: number
  /** Its name where the name of the figure is not enough: "Answers, Mar 2026". */
  readonly label?: string
  /** From the beginning when left out. */
  readonly from?: string
  /** The day that the dashboard shows when left out. */
  readonly asOf?: string
}

/** The facts behind a number: all of a figure, or those of some parts. */
export type Facts = FigureName | WhyPart | readonly WhyPart[]

export const partsOf = (facts: Facts): readonly WhyPart[] =>
  typeof facts === 'string' ? [{ figure: facts }] : 'figure' in facts ? [facts] : facts
