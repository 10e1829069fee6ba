import { type Tier, tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import { at, isOf, type Log, ofType } from './log.ts'

export function beyondLimits({ facts }: Log): string[] {
  const faults: string[] = []
  const tierOf = new Map<string, Tier>()
  const delivered = new Map<string, Set<string>>()
  for (const fact of facts) {
    if (isOf(fact, 'TierChanged')) tierOf.set(fact.data.userId, fact.data.to)
    if (!isOf(fact, 'DailyQuestionsAssigned') && !isOf(fact, 'QuestionsDrawn')) continue
    const today = delivered.get(fact.streamName) ?? new Set()
    delivered.set(fact.streamName, today)
    for (const { questionId } of fact.data.questions) today.add(questionId)
    const tier = tierOf.get(fact.data.userId) ?? 'free'
    const { dailyLimit } = tiers[tier]
    if (dailyLimit !== UNLIMITED && today.size > dailyLimit) faults.push(`${at(fact)} brings a ${tier} account to ${today.size} questions`)
  }
  return faults
}

/** Sets given in part, and parts answered before earlier ones. */
export function outOfTurn({ streams }: Log): string[] {
  const faults: string[] = []
  for (const [name, day] of streams) {
    const delivered = day.flatMap((fact) =>
      isOf(fact, 'DailyQuestionsAssigned') || isOf(fact, 'QuestionsDrawn') ? fact.data.questions : [],
    )
    const answered = ofType(day, 'AnswerSubmitted').map(({ data }) => data.questionId)
    const sets = Map.groupBy(
      delivered.filter(({ set }) => set !== null),
      ({ set }) => set?.id ?? '',
    )
    for (const [set, parts] of sets) {
      if (parts.some((part, index) => part.set?.part !== index + 1 || part.set.of !== parts.length))
        faults.push(`${name} was given ${set} in parts`)
      const places = parts.map(({ questionId }) => answered.indexOf(questionId))
      if (places.some((place, index) => place >= 0 && places.slice(0, index).some((before) => before < 0 || before > place)))
        faults.push(`${name} has answers to ${set} out of turn`)
    }
  }
  return faults
}
