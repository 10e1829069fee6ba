import { asProgram } from '@medicready/domain/accounts/background'
import { accountWords, MAX_PHONE_LENGTH, PHONE_UNUSUAL, phonePattern } from '@medicready/domain/accounts/rules'
import type { TutoringForm } from '@medicready/domain/contract/tutoring/tutoring'
import {
  type ContactMethod,
  type CurrentRole,
  MAX_FULL_NAME_LENGTH,
  MAX_PREVIOUS_ATTEMPTS,
  MAX_SHORT_TEXT_LENGTH,
  MAX_STRUGGLE_AREAS,
  MAX_TUTORING_TEXT_LENGTH,
  type PreferredFormat,
  type PreferredTime,
  tutoringWords as words,
} from '@medicready/domain/tutoring/rules'
import type { User } from '../api/session.ts'
import { isEmail } from '../shared/is-email.ts'
import type { Faults } from './use-draft-form.ts'

/** A request for tutoring while it is written. '' and null where nothing was said. */
export interface RequestDraft {
  readonly fullName: string
  readonly email: string
  readonly phoneNumber: string
  readonly preferredContactMethod: ContactMethod
  readonly currentRole: CurrentRole | ''
  readonly currentProgram: string
  readonly expectedExamDate: string
  readonly takenNREMTBefore: boolean | null
  readonly previousAttempts: string
  readonly tutoringGoals: string
  /** Those of ours, */
  readonly struggleAreas: readonly string[]
  /** and others, with commas between them. */
  readonly otherAreas: string
  readonly preferredTimes: readonly PreferredTime[]
  readonly preferredFormat: PreferredFormat | ''
  readonly hasWebcamMic: boolean | null
  readonly wantsStudyPlan: boolean | null
  readonly interestedInBundle: boolean | null
  readonly additionalNotes: string
  readonly agreesToTerms: boolean
}

/** What the account knows already. */
export const draftFor = ({ firstName, lastName, email, phone, paramedicProgram, examDate }: User): RequestDraft => ({
  fullName: `${firstName} ${lastName}`,
  email,
  phoneNumber: phone ?? '',
  preferredContactMethod: 'email',
  currentRole: '',
  currentProgram: paramedicProgram ?? '',
  expectedExamDate: examDate ?? '',
  takenNREMTBefore: null,
  previousAttempts: '',
  tutoringGoals: '',
  struggleAreas: [],
  otherAreas: '',
  preferredTimes: [],
  preferredFormat: '',
  hasWebcamMic: null,
  wantsStudyPlan: null,
  interestedInBundle: null,
  additionalNotes: '',
  agreesToTerms: false,
})

const ATTEMPTS_UNUSUAL = `Please enter a whole number from 1 to ${MAX_PREVIOUS_ATTEMPTS}, or leave this empty`
const AREAS_TOO_MANY = `Please name at most ${MAX_STRUGGLE_AREAS} areas`
const AREA_TOO_LONG = `Please use at most ${MAX_SHORT_TEXT_LENGTH} characters for each area, with commas between them`

const areasOf = ({ struggleAreas, otherAreas }: RequestDraft): string[] => [
  ...new Set([
    ...struggleAreas,
    ...otherAreas
      .split(/[,\n]/)
      .map((area) => area.trim())
      .filter(Boolean),
  ]),
]

const attemptsOf = ({ takenNREMTBefore, previousAttempts }: RequestDraft): number | null =>
  takenNREMTBefore === true && previousAttempts.trim() !== '' ? Number(previousAttempts) : null

const isAttempts = (count: number | null): boolean =>
  count === null || (Number.isInteger(count) && count >= 1 && count <= MAX_PREVIOUS_ATTEMPTS)

function areasFault(draft: RequestDraft): string | undefined {
  const areas = areasOf(draft)
  if (areas.length === 0) return words.struggleAreasRequired
  return areas.length > MAX_STRUGGLE_AREAS ? AREAS_TOO_MANY : undefined
}

function phoneFault({ phoneNumber, preferredContactMethod }: RequestDraft): string | undefined {
  const phone = phoneNumber.trim()
  if (phone === '') return preferredContactMethod === 'email' ? undefined : words.phoneRequired
  return phone.length <= MAX_PHONE_LENGTH && phonePattern.test(phone) ? undefined : PHONE_UNUSUAL
}

const tooLong = (text: string, most: number): string | undefined =>
  text.trim().length > most ? `Please use at most ${most.toLocaleString('en-US')} characters` : undefined

/** What is wrong with a request, as the server judges it, by its fields. */
export function faultsOf(draft: RequestDraft): Faults<RequestDraft> {
  const unanswered = (answer: boolean | null) => (answer === null ? words.answerRequired : undefined)
  const found: Record<keyof RequestDraft, string | undefined> = {
    fullName: draft.fullName.trim() === '' ? words.nameRequired : tooLong(draft.fullName, MAX_FULL_NAME_LENGTH),
    email: isEmail(draft.email.trim()) ? undefined : accountWords.invalidEmail,
    phoneNumber: phoneFault(draft),
    preferredContactMethod: undefined,
    currentRole: draft.currentRole === '' ? words.roleRequired : undefined,
    currentProgram: undefined,
    expectedExamDate: undefined,
    takenNREMTBefore: unanswered(draft.takenNREMTBefore),
    previousAttempts: isAttempts(attemptsOf(draft)) ? undefined : ATTEMPTS_UNUSUAL,
    tutoringGoals: draft.tutoringGoals.trim() === '' ? words.goalsRequired : tooLong(draft.tutoringGoals, MAX_TUTORING_TEXT_LENGTH),
    struggleAreas: areasFault(draft),
    otherAreas: areasOf(draft).some((area) => area.length > MAX_SHORT_TEXT_LENGTH) ? AREA_TOO_LONG : undefined,
    preferredTimes: draft.preferredTimes.length === 0 ? words.timesRequired : undefined,
    preferredFormat: draft.preferredFormat === '' ? words.formatRequired : undefined,
    hasWebcamMic: unanswered(draft.hasWebcamMic),
    wantsStudyPlan: unanswered(draft.wantsStudyPlan),
    interestedInBundle: unanswered(draft.interestedInBundle),
    additionalNotes: tooLong(draft.additionalNotes, MAX_TUTORING_TEXT_LENGTH),
    agreesToTerms: draft.agreesToTerms ? undefined : words.termsRequired,
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined)) as Faults<RequestDraft>
}

/** The request as it is sent. What has no answer is judged by `faultsOf` before. */
export const formOf = (draft: RequestDraft): TutoringForm => ({
  fullName: draft.fullName.trim(),
  email: draft.email.trim(),
  phoneNumber: draft.phoneNumber.trim() || null,
  preferredContactMethod: draft.preferredContactMethod,
  currentRole: draft.currentRole || 'other',
  currentProgram: asProgram(draft.currentProgram) || null,
  expectedExamDate: draft.expectedExamDate || null,
  tutoringGoals: draft.tutoringGoals.trim(),
  struggleAreas: areasOf(draft),
  takenNREMTBefore: draft.takenNREMTBefore === true,
  previousAttempts: attemptsOf(draft),
  preferredTimes: [...draft.preferredTimes],
  preferredFormat: draft.preferredFormat || 'either',
  hasWebcamMic: draft.hasWebcamMic === true,
  wantsStudyPlan: draft.wantsStudyPlan === true,
  interestedInBundle: draft.interestedInBundle === true,
  additionalNotes: draft.additionalNotes.trim() || null,
  agreesToTerms: true,
})
