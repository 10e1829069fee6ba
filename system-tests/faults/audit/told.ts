import { isDeepStrictEqual } from 'node:util'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { Told } from '../ledger.ts'
import { at, isOf, type Log, ofType } from './log.ts'

/** What a student was told that the log does not hold. */
export function lost({ streams, users, facts }: Log, told: Told): string[] {
  const { email, consistencyToken } = told
  const userId = users.get(email)?.[0]
  if (userId === undefined) return [`${email} was told "${told.kind}" and has no account in the log`]
  const missing = (what: string) => [`${email} (${userId}) was told "${told.kind}", and ${what}`]
  const account = streams.get(`account-${userId}`) ?? []
  const day = facts.filter((fact) => fact.streamName.startsWith(`studyDay-${userId}_`))

  const effects = ((): readonly Recorded<Fact>[] => {
    switch (told.kind) {
      case 'registered':
        return ofType(account, 'VerificationRequested')
      case 'verified':
        return ofType(account, 'EmailVerified')
      case 'registeredAgain':
        return ofType(account, 'RegistrationRepeated')
      case 'moduleSelected': {
        const last = (streams.get(`modules-${userId}`) ?? []).filter(
          (fact) =>
            (isOf(fact, 'ModuleSelected') || isOf(fact, 'ModuleDeactivated') || isOf(fact, 'ModuleReactivated')) &&
            fact.data.userModuleId === told.userModuleId &&
            fact.data.module === told.module,
        )
        return last.filter((fact) => (fact.type === 'ModuleDeactivated') === !told.isActive)
      }
      case 'assigned': {
        const assigned = ofType(day, 'DailyQuestionsAssigned')
        const ids = new Set(assigned.flatMap(({ data }) => data.questions.map(({ questionId }) => questionId)))
        return told.questionIds.every((id) => ids.has(id)) ? assigned : []
      }
      case 'answered':
        return ofType(day, 'AnswerSubmitted').filter(
          ({ data }) =>
            data.questionId === told.questionId && isDeepStrictEqual(data.answer, told.answer) && data.isCorrect === told.isCorrect,
        )
      case 'examStarted':
        return ofType(streams.get(`exam-${told.examId}`) ?? [], 'ExamStarted').filter(({ data }) => data.userId === userId)
      case 'examAnswered': {
        const taken = streams.get(`exam-${told.examId}`) ?? []
        if (told.isLast && ofType(taken, 'ExamCompleted').length === 0) return []
        return ofType(taken, 'ExamAnswered').filter(({ data }) => data.userId === userId && data.questionId === told.questionId)
      }
      case 'reviewRequested':
        return ofType(streams.get(`question-${told.questionId}`) ?? [], 'QuestionReviewRequested').filter(
          ({ data }) => data.userId === userId,
        )
      case 'subscribed':
        return ofType(streams.get(`push-${userId}`) ?? [], 'PushSubscribed').filter(
          ({ data }) => data.deviceId === told.deviceId && data.endpoint === told.endpoint,
        )
      case 'tutoring':
        return (streams.get(told.stream) ?? []).filter(
          ({ type, data }) =>
            type === told.type && Object.entries(told.says).every(([name, value]) => (data as Record<string, unknown>)[name] === value),
        )
      case 'withdrawn':
        return ofType(streams.get(`question-${told.questionId}`) ?? [], 'QuestionWithdrawn')
      case 'planChanged':
        return (streams.get(`subscription-${userId}`) ?? []).filter(({ type }) => told.anyOf.includes(type))
      case 'limited':
        return []
    }
  })()

  if (told.kind === 'limited') {
    const delivered = day.some(
      (fact) =>
        (isOf(fact, 'AnswerSubmitted') && fact.data.questionId === told.questionId) ||
        (isOf(fact, 'QuestionsDrawn') && fact.data.questions.some(({ questionId }) => questionId === told.questionId)),
    )
    return delivered ? missing(`question ${told.questionId} was delivered all the same`) : []
  }
  if (effects.length === 0)
    return missing(`the log does not hold it: ${JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`)
  if (consistencyToken === null) return []
  const [first] = effects
  if (first && first.position.commit > consistencyToken) return missing(`its token ${consistencyToken} is before ${at(first)}`)
  return facts.some(({ position, streamName }) => position.commit === consistencyToken && streamName === first?.streamName)
    ? []
    : missing(`its token ${consistencyToken} is no position of ${first?.streamName}`)
}
