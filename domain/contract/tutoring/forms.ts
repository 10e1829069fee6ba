import * as z from 'zod/mini'
import { MAX_PROGRAM_LENGTH } from '../../accounts/shown/background.ts'
import { printableText } from '../../core/text.ts'
import {
  contactMethods,
  currentRoles,
  keysOf,
  MAX_FULL_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_PREVIOUS_ATTEMPTS,
  MAX_RATING,
  MAX_REASON_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_STRUGGLE_AREAS,
  MAX_TUTOR_WEEKLY_HOURS,
  MAX_TUTOR_YEARS,
  MAX_TUTORING_TEXT_LENGTH,
  MIN_RATING,
  MIN_TUTOR_WEEKLY_HOURS,
  MIN_TUTOR_YEARS,
  preferredFormats,
  preferredTimes,
  sessionFormats,
  tutoringWords as words,
} from '../../tutoring/shown/rules.ts'
import { email, phone } from '../accounts/forms.ts'
import { reason as adminReason } from '../admin/forms.ts'

const reason = printableText({ max: MAX_REASON_LENGTH, required: words.reasonRequired })
const longText = (required?: string) =>
  printableText({ max: MAX_TUTORING_TEXT_LENGTH, required, tooLong: 'Please use at most 2,000 characters' })
const optional = <Schema extends z.core.$ZodType>(schema: Schema) => z._default(z.nullable(schema), null)

const area = printableText({
  max: MAX_SHORT_TEXT_LENGTH,
  required: words.struggleAreasRequired,
  tooLong: `Please use at most ${MAX_SHORT_TEXT_LENGTH} characters for each area, with commas between them`,
})

const request = z.object({
  fullName: printableText({
    max: MAX_FULL_NAME_LENGTH,
    required: words.nameRequired,
    tooLong: `Please use at most ${MAX_FULL_NAME_LENGTH} characters`,
  }),
  email,
  phoneNumber: optional(phone),
  preferredContactMethod: z.enum(keysOf(contactMethods), words.contactRequired),
  currentRole: z.enum(keysOf(currentRoles), words.roleRequired),
  currentProgram: optional(printableText({ max: MAX_PROGRAM_LENGTH })),
  expectedExamDate: optional(z.iso.date(words.examDateUnusual)),
  tutoringGoals: longText(words.goalsRequired),
  struggleAreas: z
    .array(area, words.struggleAreasRequired)
    .check(z.minLength(1, words.struggleAreasRequired), z.maxLength(MAX_STRUGGLE_AREAS, `Please name at most ${MAX_STRUGGLE_AREAS} areas`)),
  takenNREMTBefore: z.boolean(words.answerRequired),
  /** Only of those who took it before. */
  previousAttempts: optional(
    z.int(words.attemptsUnusual).check(z.minimum(1, words.attemptsUnusual), z.maximum(MAX_PREVIOUS_ATTEMPTS, words.attemptsUnusual)),
  ),
  preferredTimes: z
    .array(z.enum(keysOf(preferredTimes), words.timesRequired), words.timesRequired)
    .check(z.minLength(1, words.timesRequired), z.maxLength(keysOf(preferredTimes).length)),
  preferredFormat: z.enum(keysOf(preferredFormats), words.formatRequired),
  hasWebcamMic: z.boolean(words.answerRequired),
  wantsStudyPlan: z.boolean(words.answerRequired),
  /** Five sessions at 10 % off, paid in advance. */
  interestedInBundle: z.boolean(words.answerRequired),
  additionalNotes: optional(longText()),
  agreesToTerms: z.literal(true, words.termsRequired),
})

export const TutoringForm = request.check(
  z.refine(({ preferredContactMethod, phoneNumber }) => preferredContactMethod === 'email' || phoneNumber !== null, {
    path: ['phoneNumber'],
    message: words.phoneRequired,
    // Also checked while other questions are unanswered, so that the form shows every message at once.
    when: ({ value }) =>
      request.shape.preferredContactMethod.safeParse((value as { preferredContactMethod?: unknown })?.preferredContactMethod).success,
  }),
)
export type TutoringForm = z.infer<typeof TutoringForm>

export const SessionPlan = z.object({
  startsAt: z.iso.datetime(words.startRequired),
  format: z.enum(keysOf(sessionFormats), words.formatRequired),
  /** A link or an address; null if it is told later. */
  place: optional(printableText({ max: MAX_PLACE_LENGTH, required: words.placeRequired })),
})

export const SessionRating = z.object({
  rating: z.int(words.ratingRequired).check(z.minimum(MIN_RATING, words.ratingRequired), z.maximum(MAX_RATING, words.ratingRequired)),
  comment: optional(printableText({ max: MAX_REASON_LENGTH })),
})

/** Students need no reason, tutors do. */
export const StudentsCancellation = z.object({ reason: optional(reason) })
export const TutorsCancellation = z.object({ reason })

export const TutorApplication = z.object({
  certificationNumber: printableText({ max: MAX_SHORT_TEXT_LENGTH, required: words.certificationRequired }),
  certifiedUntil: z.iso.date(words.certifiedUntilRequired),
  yearsOfExperience: z
    .int(words.experienceTooShort)
    .check(z.minimum(MIN_TUTOR_YEARS, words.experienceTooShort), z.maximum(MAX_TUTOR_YEARS)),
  agreesToBackgroundCheck: z.literal(true, words.backgroundCheckRequired),
  weeklyHours: z.int(words.hoursTooFew).check(z.minimum(MIN_TUTOR_WEEKLY_HOURS, words.hoursTooFew), z.maximum(MAX_TUTOR_WEEKLY_HOURS)),
  about: longText(words.aboutRequired),
})

export const TutorChoice = z.object({ tutorId: z.uuid('Please choose a tutor'), reason: adminReason })

export const TutorApproval = z.object({
  backgroundCheckPassed: z.literal(true, 'Please confirm that the background check has passed'),
  reason: adminReason,
})
