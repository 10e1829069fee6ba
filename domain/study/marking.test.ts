import { describe, expect, test } from 'vitest'
import { UNLIMITED } from '../billing/tiers.ts'
import { fold } from '../decider.ts'
import type { QuestionContent } from '../questions/content.ts'
import { multipleChoice } from '../questions/item.ts'
import { type QuestionEvent, questionAggregate } from '../questions/question.ts'
import { Rejection } from '../rejection.ts'
import { belongsToYesterday, isEnoughToMark, isUnanswered, markAnswer } from './marking.ts'
import { type StudyDayEvent, studyDay } from './study-day.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const questionId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a021'
const date = '2026-03-01'

const content: QuestionContent = {
  module: 'Trauma',
  stem: 'Which finding comes first?',
  item: multipleChoice('Narrowed pulse pressure', [
    { text: 'Bradycardia', rationale: 'A late sign.' },
    { text: 'Anuria', rationale: 'A late sign.' },
    { text: 'Hypotension', rationale: 'Comes with decompensation.' },
  ]),
  explanation: 'Vasoconstriction raises the diastolic pressure.',
  clinicalPearl: 'Watch the pulse pressure.',
  references: ['PHTLS, 10th edition, 2023'],
  difficulty: 'moderate',
  bloomsLevel: 'understand',
  guideline: { name: 'PHTLS', year: 2023 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup: 'adult', judgmentStep: null },
}
/** The same question, of which another option is right. */
const turned: QuestionContent = {
  ...content,
  item: multipleChoice('Anuria', [
    { text: 'Bradycardia', rationale: 'A late sign.' },
    { text: 'Narrowed pulse pressure', rationale: 'Not here.' },
    { text: 'Fever', rationale: 'Not a sign.' },
  ]),
}

const addedBy = (source: 'curated' | 'ai'): QuestionEvent => ({
  type: 'QuestionAdded',
  data: { questionId, version: 1, source, bankId: null, generation: null, content },
})
const added = addedBy('curated')
const revised: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: 2, cause: 'bank', content: turned } }
const withdrawn: QuestionEvent = { type: 'QuestionWithdrawn', data: { questionId, version: 1, cause: 'correct_rate' } }
const retired: QuestionEvent = { type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: 'removed from the bank' } }
const question = (...events: QuestionEvent[]) => fold(questionAggregate, events)

const drawn = (questionVersion = 1): StudyDayEvent => ({
  type: 'QuestionsDrawn',
  data: { userId, date, questions: [{ questionId, questionVersion, module: 'Trauma' }], mode: 'practice', studySessionId: null },
})
const day = (...events: StudyDayEvent[]) => fold(studyDay, events)

const sent = (selectedAnswer: string) => ({
  userId,
  date,
  questionId,
  selectedAnswer,
  timeSpentSeconds: 20,
  confidence: 3,
  flaggedForReview: true,
  dailyLimit: 5,
})
const refusal = (code: 'questionNotFound' | 'answerNotAChoice') => new Rejection(code)

describe('an answer', () => {
  test('is marked by the version that the day gave, with all that was true when it was given', () => {
    expect(markAnswer(sent('Narrowed pulse pressure'), day(drawn()), question(added, revised))).toEqual({
      userId,
      date,
      questionId,
      questionVersion: 1,
      module: 'Trauma',
      answer: { kind: 'multiple_choice', option: 'd' },
      isCorrect: true,
      isScored: true,
      mode: 'practice',
      studySessionId: null,
      timeSpentSeconds: 20,
      confidence: 3,
      flaggedForReview: true,
      dailyLimit: UNLIMITED,
    })
    expect(markAnswer(sent('Anuria'), day(drawn()), question(added, revised))).toMatchObject({ questionVersion: 1, isCorrect: false })
    expect(markAnswer(sent('Anuria'), day(drawn(2)), question(added, revised))).toMatchObject({ questionVersion: 2, isCorrect: true })
  })

  test('to what the day did not give is marked by the current version, for no mode, within the limit', () => {
    expect(markAnswer(sent('Anuria'), day(), question(added, revised))).toMatchObject({
      questionVersion: 2,
      isCorrect: true,
      mode: null,
      dailyLimit: 5,
    })
  })

  test('to a pilot does not count, to a question that was promoted it does', () => {
    const promoted: QuestionEvent = { type: 'QuestionPromoted', data: { questionId, version: 1, answers: 50, discrimination: 0.2 } }
    const isScored = (...events: QuestionEvent[]) => markAnswer(sent('Anuria'), day(drawn()), question(...events)).isScored
    expect(isScored(addedBy('ai'))).toBe(false)
    expect(isScored(addedBy('ai'), promoted)).toBe(true)
  })

  test('that the version does not offer is refused', () => {
    expect(() => markAnswer(sent('Fever'), day(drawn()), question(added, revised))).toThrow(refusal('answerNotAChoice'))
    expect(() => markAnswer(sent(''), day(drawn()), question(added))).toThrow(refusal('answerNotAChoice'))
  })

  test('to a question that is no longer drawn is taken from those who have it', () => {
    for (const gone of [withdrawn, retired]) {
      expect(markAnswer(sent('Anuria'), day(drawn()), question(added, gone))).toMatchObject({ isCorrect: false })
      expect(() => markAnswer(sent('Anuria'), day(), question(added, gone))).toThrow(refusal('questionNotFound'))
    }
  })

  test('to no question, or to a version that never was, is refused', () => {
    expect(() => markAnswer(sent('Anuria'), day(), question())).toThrow(refusal('questionNotFound'))
    expect(() => markAnswer(sent('Anuria'), day(drawn()), question())).toThrow(refusal('questionNotFound'))
    expect(() => markAnswer(sent('Anuria'), day(drawn(3)), question(added))).toThrow(refusal('questionNotFound'))
  })
})

test('a remembered state is enough to mark what was delivered of a version that it has, unless it may have been promoted since', () => {
  const [delivery] = day(drawn()).delivered.values()
  const [newer] = day(drawn(2)).delivered.values()
  expect(isEnoughToMark(question(added), delivery)).toBe(true)
  expect(isEnoughToMark(question(added), newer)).toBe(false)
  expect(isEnoughToMark(question(addedBy('ai')), delivery)).toBe(false)
  expect(isEnoughToMark(question(added), undefined)).toBe(false)
  expect(isEnoughToMark(question(), delivery)).toBe(false)
})

describe('over midnight', () => {
  const answered: StudyDayEvent = {
    type: 'AnswerSubmitted',
    data: {
      userId,
      date,
      questionId,
      questionVersion: 1,
      module: 'Trauma',
      answer: { kind: 'multiple_choice', option: 'a' },
      isCorrect: false,
      isScored: true,
      mode: 'practice',
      studySessionId: null,
      timeSpentSeconds: 20,
      confidence: null,
      flaggedForReview: false,
    },
  }
  const belongs = (today: StudyDayEvent[], yesterday: StudyDayEvent[]) =>
    belongsToYesterday(questionId, { today: day(...today), yesterday: day(...yesterday) }, isUnanswered(questionId))

  test('a question that only yesterday gave, and that waits for its answer, is still answered there', () => {
    expect(belongs([], [drawn()])).toBe(true)
  })

  test('it belongs to today when it was answered, when today gave it too, or when no day gave it', () => {
    expect(belongs([], [drawn(), answered])).toBe(false)
    expect(belongs([drawn()], [drawn()])).toBe(false)
    expect(belongs([], [])).toBe(false)
    expect(belongsToYesterday(questionId, { today: day(), yesterday: day() }, () => true)).toBe(false)
  })

  test('an answer within a study session leaves the one outside all sessions open', () => {
    const session = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9c001'
    const inSession: StudyDayEvent = { ...answered, data: { ...answered.data, studySessionId: session } }
    expect(isUnanswered(questionId)(day(drawn(), inSession))).toBe(true)
    expect(isUnanswered(questionId)(day(drawn(), answered))).toBe(false)
    expect(isUnanswered(questionId)(day())).toBe(false)
  })
})
