import { asProgram } from '@medicready/domain/accounts/background'
import type { ContactMethod, CurrentRole, PreferredFormat, PreferredTime } from '@medicready/domain/tutoring/rules'
import type { User } from '../api/session.ts'

/** What the request form holds: '' and null where nothing was answered. */
export type RequestDraft = {
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
  readonly struggleAreas: readonly string[]
  /** Separated by commas. */
  readonly otherAreas: string
  readonly preferredTimes: readonly PreferredTime[]
  readonly preferredFormat: PreferredFormat | ''
  readonly hasWebcamMic: boolean | null
  readonly wantsStudyPlan: boolean | null
  readonly interestedInBundle: boolean | null
  readonly additionalNotes: string
  readonly agreesToTerms: boolean
}

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

const areasOf = (chosen: readonly string[], typed: string): string[] => [
  ...new Set([
    ...chosen,
    ...typed
      .split(/[,\n]/)
      .map((area) => area.trim())
      .filter(Boolean),
  ]),
]

export const bodyOf = ({ otherAreas, ...draft }: RequestDraft) => ({
  ...draft,
  phoneNumber: draft.phoneNumber.trim() || null,
  currentProgram: asProgram(draft.currentProgram) || null,
  expectedExamDate: draft.expectedExamDate || null,
  struggleAreas: areasOf(draft.struggleAreas, otherAreas),
  previousAttempts: draft.takenNREMTBefore === true && draft.previousAttempts.trim() !== '' ? Number(draft.previousAttempts) : null,
  additionalNotes: draft.additionalNotes.trim() || null,
})

/** An error in a single area is shown where areas are typed. */
export const fieldOf = ([name, place]: readonly unknown[]): keyof RequestDraft =>
  name === 'struggleAreas' && place !== undefined ? 'otherAreas' : (name as keyof RequestDraft)
