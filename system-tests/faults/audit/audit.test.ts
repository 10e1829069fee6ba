import { accountRegistered, emailVerified, verificationRequested } from '@medicready/domain/accounts/testing/account-facts'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import { asItStands, type DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { passPredicted } from '@medicready/domain/readiness/testing/readiness-facts'
import type { InboxMail } from '@medicready/platform/testing/inbox'
import { expect, test } from 'vitest'
import { Ledger, type LedgerEntry } from '../ledger.ts'
import { audit, neverMet } from './audit.ts'
import { logOf } from './log-of.ts'

const email = 'ada@students.example'
const userId = 'a5182f21-431b-56ea-b54c-4066ba720340'
const verificationId = 'f2f0e419-0f55-598a-b782-4a3021a6cb33'
const [one, two, three] = [
  '9141942f-f7d4-5a69-a8d2-e3eba2268345',
  '0d3f4a0e-8a1c-5a39-9b4f-5d6a7f0c1b22',
  '0d3f4a0e-8a1c-5a39-9b4f-5d6a7f0c1b23',
]
const date = '2026-01-31'
const study = `studyDay-${userId}_${date}`

const asked = (questionId: string) => ({ questionId, questionVersion: 1, module: 'Trauma' }) as const
const drawn = (questionId: string) => ({ ...asked(questionId), set: null, ...asItStands })
const part = (questionId: string, number: number) => ({ ...drawn(questionId), set: { id: 'trauma-set-01', part: number, of: 3 } })
const answer = (questionId: string): Fact => ({
  type: 'AnswerSubmitted',
  data: {
    userId,
    date,
    ...asked(questionId),
    answer: { kind: 'multiple_choice', option: 'a' },
    isCorrect: true,
    isScored: true,
    mode: 'daily',
    timeSpentSeconds: 9,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
    studySessionId: null,
  },
})

const reminders = `reminder-${userId}_${date}`
const emailDue: Fact = { type: 'DailyEmailDue', data: { userId, date, at: '2026-01-31T13:00:00.000Z', cause: 'time' } }
const emailSent: Fact = { type: 'DailyEmailSent', data: { userId, date, questionIds: [] } }

const predicted = (chance: number) => passPredicted({ userId, of: { kind: 'practice_exam', examId: two }, chance })

const assigned = (...questions: DeliveredQuestion[]): Fact => ({ type: 'DailyQuestionsAssigned', data: { userId, date, questions } })

const day: [stream: string, fact: Fact][] = [
  [`account-${userId}`, accountRegistered(userId, { email })],
  [`account-${userId}`, verificationRequested(userId, { verificationId, credentialId: userId, expiresAt: '2026-02-01T00:00:00.000Z' })],
  [`account-${userId}`, { type: 'VerificationEmailSent', data: { userId, verificationId } }],
  [`account-${userId}`, emailVerified(userId, { verificationId })],
  [study, assigned(drawn(one))],
  [study, answer(one)],
]
const mail: InboxMail = { id: '1', messageId: `verification.${verificationId}@localhost`, subject: 'Verify', to: [{ address: email }] }
const answered = {
  kind: 'answer',
  email,
  stream: 'studyDay-{userId}_',
  types: ['AnswerSubmitted'],
  says: { questionId: one, answer: { kind: 'multiple_choice', option: 'a' }, isCorrect: true },
  consistencyToken: 600n,
} as const satisfies LedgerEntry
const ofAccount = { kind: 'account', email, stream: 'account-{userId}' } as const
const told: LedgerEntry[] = [
  { ...ofAccount, types: ['VerificationRequested'], consistencyToken: null },
  { ...ofAccount, types: ['EmailVerified'], consistencyToken: 400n },
  answered,
]

interface Given {
  facts?: Recorded<Fact>[]
  mails?: InboxMail[]
  repeats?: string[]
  was?: LedgerEntry[]
}

function faultsOf({ facts = logOf(day), mails = [mail], repeats = [], was = told }: Given) {
  const ledger = new Ledger()
  for (const item of was) ledger.tell(item)
  return audit(facts, { mails, repeats, kills: 1 }, ledger)
}

test('a day on which everything went well has no faults', () => {
  expect(faultsOf({})).toEqual([])
})

test('a moved session may wait for hours that its tutor and student no longer hold', () => {
  const [requestId, sessionId] = [two, three]
  const stream = `tutoringRequest-${requestId}`
  const at = '2026-01-31T13:00:00.000Z'
  const plan = { format: 'online', place: null, studentTimeZone: 'UTC', tutorTimeZone: 'UTC', as: 'student' } as const
  const times = { startsAt: at, endsAt: '2026-01-31T14:00:00.000Z', formerStartsAt: at }
  const moved: [string, Fact][] = [
    ...day,
    [
      stream,
      {
        type: 'TutoringSessionRescheduled',
        data: { userId, requestId, sessionId, tutorId: one, by: userId, at, sequence: 1, ...times, ...plan },
      },
    ],
    [`tutee-${userId}`, { type: 'TuteeSlotReleased', data: { userId, at, sessionId, sequence: 0 } }],
  ]
  const was: LedgerEntry = {
    kind: 'tutoring',
    email,
    stream,
    types: ['TutoringSessionRescheduled'],
    says: { sessionId },
    consistencyToken: 800n,
  }
  const tokenFaults = (consistencyToken: bigint) =>
    faultsOf({ facts: logOf(moved), was: [...told, { ...was, consistencyToken }] }).filter((fault) => fault.includes('token'))
  expect(tokenFaults(800n)).toEqual([])
  expect(tokenFaults(600n)).toHaveLength(1)
  expect(tokenFaults(750n)).toHaveLength(1)
})

test('a mail that came again under its Message-ID after a kill is not a fault', () => {
  expect(faultsOf({ repeats: [mail.messageId] })).toEqual([])
})

test.each<[what: string, given: Given, fault: RegExp]>([
  ['an answer that is not in the log', { facts: logOf(day.slice(0, 5)) }, /told "answer", and the log does not hold it/],
  [
    'an answer that was reported differently',
    { was: [{ ...answered, says: { ...answered.says, isCorrect: false } }] },
    /told "answer", and the log does not hold it/,
  ],
  ['a token from before its effect', { was: [{ ...answered, consistencyToken: 500n }] }, /its token 500 is before AnswerSubmitted/],
  ['a token of another stream', { was: [{ ...answered, consistencyToken: 650n }] }, /its token 650 is no position of studyDay/],
  ['an answer that is recorded twice', { facts: logOf([...day, [study, answer(one)]]) }, /AnswerSubmitted .* happened 2 times/],
  [
    'an exam that was predicted twice',
    { facts: logOf([...day, ...[0.7, 0.3].map((chance): [string, Fact] => [`readiness-${userId}`, predicted(chance)])]) },
    /PassPredicted .* happened 2 times/,
  ],
  [
    'a command that was appended again later',
    {
      facts: logOf([...day, [study, answer(two)]]).map((fact, index) =>
        index === 6 ? { ...fact, metadata: { ...fact.metadata, commandId: 'command-4' } } : fact,
      ),
    },
    /command command-4 was appended in parts/,
  ],
  ['an event that is missing in the middle', { facts: logOf(day).toSpliced(2, 1) }, /has revision 3 where 2 should be/],
  [
    'a question beyond the limit',
    {
      facts: logOf([
        ...day,
        [study, { type: 'QuestionsDrawn', data: { userId, date, questions: [drawn(two)], mode: null, studySessionId: null } }],
      ]),
    },
    /brings a free account to 2 questions/,
  ],
  [
    'a part of a set that was given alone',
    { facts: logOf([...day.slice(0, 4), [study, assigned(part(one, 1), part(two, 2))], ...day.slice(5)]) },
    /was given trauma-set-01 in parts/,
  ],
  [
    'a part of a set that was answered out of turn',
    {
      facts: logOf([...day.slice(0, 4), [study, assigned(part(two, 1), part(one, 2), part(three, 3))], ...day.slice(5)]),
    },
    /has answers to trauma-set-01 out of turn/,
  ],
  [
    'a question that was refused but delivered',
    { was: [{ kind: 'limited', email, questionId: one, consistencyToken: null }] },
    /was delivered anyway/,
  ],
  [
    'a question that was reported as withdrawn but is not',
    { was: [{ kind: 'withdrawn', email, stream: `question-${two}`, types: ['QuestionWithdrawn'], consistencyToken: null }] },
    /told "withdrawn", and the log does not hold it/,
  ],
  ['a mail that never came', { mails: [] }, /came under 0 Message-IDs/],
  [
    'a mail that came under two Message-IDs',
    { mails: [mail, { ...mail, id: '2', messageId: mail.messageId.replace('localhost', 'elsewhere') }] },
    /came under 2 Message-IDs/,
  ],
  ['more repeated mails than kills explain', { repeats: [mail.messageId, mail.messageId] }, /2 mails came again, and only 1/],
  [
    'a notice that was not recorded',
    { facts: logOf([...day, [`account-${userId}`, { type: 'RegistrationRepeated', data: { userId, date } }]]) },
    /the mail for RegistrationRepeated .* was never recorded/,
  ],
  [
    'a daily email that was due and never sent',
    { facts: logOf([...day, [reminders, emailDue]]) },
    /1 daily emails due, 0 sent and 0 dropped/,
  ],
  ['a daily email that was sent and never came', { facts: logOf([...day, [reminders, emailDue], [reminders, emailSent]]) }, /came under 0/],
  [
    'a daily email that was due twice',
    { facts: logOf([...day, [reminders, emailDue], [reminders, emailSent], [reminders, emailDue], [reminders, emailSent]]) },
    /has a daily email due twice/,
  ],
  ['a mail that no one asked for', { mails: [mail, { ...mail, messageId: 'verification.other@localhost' }] }, /was sent for nothing/],
  ['an answer to someone without an account', { was: [{ ...answered, email: 'unknown@students.example' }] }, /has no account/],
])('%s is a fault', (_, given, fault) => {
  expect(faultsOf(given).join('\n')).toMatch(fault)
})

test('a run that never met something is at fault', () => {
  expect(neverMet({ mails: 3, notifications: 0 })).toEqual(['The run has met no notifications: it says nothing of them'])
})
