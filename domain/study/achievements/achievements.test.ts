import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../core/shown/calendar.ts'
import { questionContent } from '../../questions/content/testing/question-content.ts'
import { modules } from '../../questions/shown/modules.ts'
import { given } from '../../testing/given.ts'
import { OPEN_DAYS } from '../streak.ts'
import { type Achievement, achievementOf, achievements, achievementTypes, newlyReached, progressOf } from './catalogue.ts'
import { type AchievementEvent, achievementAggregate, earnAchievements } from './earned.ts'
import { windowOf } from './measures.ts'
import { afterAnswer, afterSession, afterStudyOn, noTallies, readingSeconds, type TalliedAnswer, type Tallies } from './tallies.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const earned = (achievementId: string, earnedOn = '2026-03-01'): AchievementEvent => ({
  type: 'AchievementEarned',
  data: { userId, achievementId, points: achievementOf(achievementId)?.points ?? 0, earnedOn },
})
const reached = (...ids: string[]) => ids.map((achievementId) => ({ achievementId, reachedOn: '2026-03-01' }))

test('the catalog has every type, unique names, and rising steps', () => {
  const ids = achievements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(achievements.map(({ name }) => name)).size).toBe(ids.length)
  expect(new Set(achievements.map(({ type }) => type))).toEqual(new Set(achievementTypes))
  expect(achievements.length).toBeGreaterThanOrEqual(30)
  for (const steps of Map.groupBy(achievements as readonly Achievement[], ({ measure }) => measure).values())
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1]
      if (before) expect([step.requirement > before.requirement, step.points > before.points], step.id).toEqual([true, true])
    }
  for (const { name, slug } of modules) expect(windowOf[name]).toBe(slug)
})

test('an achievement is earned once, however often it is reported', () => {
  given(achievementAggregate, [])
    .when(earnAchievements({ userId, reached: reached('answered-1', 'streak-3-days', 'answered-1') }))
    .emits([earned('answered-1'), earned('streak-3-days')])
  given(achievementAggregate, [earned('answered-1')])
    .when(earnAchievements({ userId, reached: reached('answered-1', 'answered-25') }))
    .emits([earned('answered-25')])
  given(achievementAggregate, [earned('answered-1')])
    .when(earnAchievements({ userId, reached: reached('answered-1') }))
    .emits([])
  given(achievementAggregate, [])
    .when(earnAchievements({ userId, reached: reached('taken-out-of-the-catalogue') }))
    .emits([])
})

const right: TalliedAnswer = {
  module: 'Trauma',
  isChosen: true,
  isScored: true,
  isCorrect: true,
  date: '2026-03-01',
  timeSpentSeconds: 30,
  answeredBefore: null,
  question: { isHard: true, readingSeconds: 15 },
}
const wrong: TalliedAnswer = { ...right, isCorrect: false }
const times = (count: number, answer: TalliedAnswer) => Array.from({ length: count }, () => answer)

function answering(...answers: readonly TalliedAnswer[]): Tallies {
  let [tallies, recent] = [noTallies, '']
  for (const answer of answers) ({ tallies, recent } = afterAnswer(tallies, recent, answer))
  return tallies
}
const idsOf = (tallies: Tallies) => newlyReached({}, tallies.measures).map(({ id }) => id)
const progress = (id: string, tallies: Tallies) => progressOf(achievementOf(id) as Achievement, tallies)

test('accuracy is that of the latest fresh answers, shown from the fiftieth on, and a reached level stays', () => {
  const almost = answering(...times(34, right), ...times(15, wrong))
  expect(progress('accuracy-70', almost)).toEqual({ reached: 0, answersToGo: 1 })
  const there = answering(...times(34, right), ...times(15, wrong), right)
  expect(progress('accuracy-70', there)).toEqual({ reached: 70, answersToGo: null })
  expect(idsOf(there)).toContain('accuracy-70')
  expect(idsOf(answering(...times(34, right), ...times(16, wrong)))).not.toContain('accuracy-70')
  expect(idsOf(answering(...times(35, right), ...times(65, wrong)))).toContain('accuracy-70')
})

test('pilots, repeats within a week, and empty answers do not count', () => {
  const pilots = answering(...times(60, { ...right, isScored: false }))
  expect([pilots.measures.answered, pilots.lengths.fresh]).toEqual([60, undefined])
  const again = (answeredBefore: string) => answering({ ...right, answeredBefore }).lengths.fresh
  expect([again('2026-02-22'), again('2026-02-21')]).toEqual([undefined, 1])
  expect(answering({ ...wrong, isChosen: false }).measures.answered).toBeUndefined()
})

test('hard questions are counted separately, and mastery by module', () => {
  const easy = { ...right, question: { isHard: false, readingSeconds: 15 } }
  expect(answering(...times(200, right)).measures.rightOfHard200).toBe(100)
  expect(answering(...times(200, easy)).measures.rightOfHard200).toBeUndefined()
  const mastered = answering(...times(10, wrong), ...times(40, right))
  expect(idsOf(mastered)).toContain('mastery-trauma')
  expect(mastered.measures.masteredModules).toBe(1)
  expect(answering(...times(11, wrong), ...times(39, right)).measures.masteredModules).toBeUndefined()
  // Staying at mastery does not count as another module.
  expect(answering(...times(10, wrong), ...times(60, right)).measures.masteredModules).toBe(1)
})

test('a quick answer is new, right, read, within 45 seconds, and not one of many guesses', () => {
  const quick = (...answers: TalliedAnswer[]) => answering(...times(12, right), ...answers).measures.quick ?? 0
  expect(quick()).toBe(0)
  expect(quick(right)).toBe(1)
  for (const change of [{ timeSpentSeconds: 46 }, { timeSpentSeconds: 14 }, { answeredBefore: '2025-03-01' }, { question: null }])
    expect(quick({ ...right, ...change })).toBe(0)
  expect(answering(...times(11, right), ...times(9, wrong), right).measures.quick).toBeUndefined()
})

test('a perfect session was answered whole, without a mistake', () => {
  const session = { totalQuestions: 10, answered: 10, scored: 9, correct: 9, fresh: 9 }
  expect(idsOf(afterSession(noTallies, session))).toEqual(['perfect-5'])
  expect(idsOf(afterSession(noTallies, { ...session, scored: 10, correct: 10, fresh: 10 }))).toEqual(['perfect-5', 'perfect-10'])
  expect(afterSession(noTallies, { ...session, correct: 8 })).toBe(noTallies)
  expect(afterSession(noTallies, { ...session, answered: 9 })).toBe(noTallies)
})

test('a good week has five study days from Monday to Sunday, reported in any order', () => {
  const weeks = (...days: string[]) => days.reduce(afterStudyOn, noTallies).measures.goodWeeks ?? 0
  const week = ['2026-03-02', '2026-03-03', '2026-03-05', '2026-03-07', '2026-03-08']
  expect(weeks(...week)).toBe(1)
  expect(weeks(...week, '2026-03-06', '2026-03-04')).toBe(1)
  expect(weeks('2026-03-01', ...week.slice(1))).toBe(0)
  expect(weeks('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-06', '2026-03-05')).toBe(1)
  expect(weeks(...week, '2026-03-09')).toBe(1)
  // One day arrives late, after the next week has begun, but none from an earlier week.
  expect(weeks(...week.slice(1), '2026-03-10', '2026-03-02', '2026-03-02')).toBe(1)
  expect(weeks(...week.slice(1), '2026-03-16', '2026-03-02')).toBe(0)
})

test('good weeks do not depend on the order of their days, for as long as answers may wait', () => {
  const days = fc.uniqueArray(fc.tuple(fc.nat(40), fc.nat(OPEN_DAYS)), { selector: ([day]) => day, maxLength: 41 })
  fc.assert(
    fc.property(days, (studied) => {
      const after = (ordered: typeof studied) => {
        const { measures, week, weekDays, formerWeekDays } = ordered.reduce(
          (tallies, [day]) => afterStudyOn(tallies, addDays('2026-03-02', day)),
          noTallies,
        )
        return { goodWeeks: measures.goodWeeks, week, weekDays, formerWeekDays }
      }
      const inOrder = after(studied.toSorted(([day], [other]) => day - other))
      expect(after(studied.toSorted(([day, later], [other, otherLater]) => day + later - (other + otherLater)))).toEqual(inOrder)
      const ofWeeks = Map.groupBy(studied, ([day]) => Math.floor(day / 7))
      expect(inOrder.goodWeeks ?? 0).toBe([...ofWeeks.values()].filter(({ length }) => length >= 5).length)
    }),
    { numRuns: 1000 },
  )
})

test('reading takes a second for every five words, and ten seconds at least', () => {
  const content = questionContent({ stem: Array.from({ length: 100 }, () => 'word').join(' ') })
  const choices = readingSeconds(questionContent({ stem: 'Why?' }))
  expect(choices).toBe(10)
  expect(readingSeconds(content)).toBeGreaterThanOrEqual(20)
})

test('no measure ever falls, so nothing is reached twice', () => {
  const answer = fc.record({
    isCorrect: fc.boolean(),
    isScored: fc.boolean(),
    isChosen: fc.boolean(),
    timeSpentSeconds: fc.nat(90),
    answeredBefore: fc.constantFrom(null, '2026-02-27', '2026-01-01'),
  })
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 150 }), (answers) => {
      let [tallies, recent] = [noTallies, '']
      const met = new Set<string>()
      for (const one of answers) {
        const before = tallies.measures
        ;({ tallies, recent } = afterAnswer(tallies, recent, { ...right, ...one }))
        for (const { id } of newlyReached(before, tallies.measures)) {
          expect(met).not.toContain(id)
          met.add(id)
        }
      }
      expect(idsOf(tallies).sort()).toEqual([...met].sort())
    }),
    { numRuns: 100 },
  )
})
