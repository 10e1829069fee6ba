import {
  MAX_TUTOR_WEEKLY_HOURS,
  MAX_TUTOR_YEARS,
  MIN_TUTOR_WEEKLY_HOURS,
  MIN_TUTOR_YEARS,
  tutoringWords as words,
} from '@medicready/domain/tutoring/rules'
import type { Sent } from '../api/client.ts'
import type { Faults } from './use-draft-form.ts'

/** An application as a tutor while it is written. */
export interface ApplicationDraft {
  readonly certificationNumber: string
  readonly certifiedUntil: string
  readonly yearsOfExperience: string
  readonly weeklyHours: string
  readonly about: string
  readonly agreesToBackgroundCheck: boolean
}

export const emptyApplication: ApplicationDraft = {
  certificationNumber: '',
  certifiedUntil: '',
  yearsOfExperience: '',
  weeklyHours: '',
  about: '',
  agreesToBackgroundCheck: false,
}

const CERTIFICATION_EXPIRED = 'Tutors need a paramedic certification that is valid today'

const wholeIn = (typed: string, fewest: number, most: number): boolean =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= fewest && Number(typed) <= most

function certifiedFault(day: string, today: string): string | undefined {
  if (day === '') return words.certifiedUntilRequired
  return day < today ? CERTIFICATION_EXPIRED : undefined
}

/** What is wrong with an application, as the server judges it, by its fields. */
export function faultsOf(draft: ApplicationDraft, today: string): Faults<ApplicationDraft> {
  const { certificationNumber, certifiedUntil, yearsOfExperience, weeklyHours, about, agreesToBackgroundCheck } = draft
  const found: Record<keyof ApplicationDraft, string | undefined> = {
    certificationNumber: certificationNumber.trim() === '' ? words.certificationRequired : undefined,
    certifiedUntil: certifiedFault(certifiedUntil, today),
    yearsOfExperience: wholeIn(yearsOfExperience, MIN_TUTOR_YEARS, MAX_TUTOR_YEARS) ? undefined : words.experienceTooShort,
    weeklyHours: wholeIn(weeklyHours, MIN_TUTOR_WEEKLY_HOURS, MAX_TUTOR_WEEKLY_HOURS) ? undefined : words.hoursTooFew,
    about: about.trim() === '' ? words.aboutRequired : undefined,
    agreesToBackgroundCheck: agreesToBackgroundCheck ? undefined : words.backgroundCheckRequired,
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined)) as Faults<ApplicationDraft>
}

export const bodyOf = ({ certificationNumber, certifiedUntil, yearsOfExperience, weeklyHours, about }: ApplicationDraft) =>
  ({
    certificationNumber: certificationNumber.trim(),
    certifiedUntil,
    yearsOfExperience: Number(yearsOfExperience),
    weeklyHours: Number(weeklyHours),
    about: about.trim(),
    agreesToBackgroundCheck: true,
  }) satisfies Sent<'POST /api/tutors/applications'>['body']
