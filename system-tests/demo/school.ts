import { questionIdOf } from '@medicready/command-api/questions/load-bank'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { claimEmail, emailClaimAggregate } from '@medicready/domain/accounts/email-claim'
import { register, verifyEmail } from '@medicready/domain/accounts/registration'
import { changeSettings } from '@medicready/domain/accounts/settings'
import { type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import { addDays, type CalendarDay, calendarDay, DAY_MILLISECONDS } from '@medicready/domain/core/shown/calendar'
import { type BankQuestion, QuestionContent } from '@medicready/domain/questions/content/content'
import { keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { asItStands, type DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { publishQuestion, questionAggregate, requestReview, resolveReviewRequests } from '@medicready/domain/questions/question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { newlyReached } from '@medicready/domain/study/achievements/catalogue'
import { achievementAggregate, earnAchievements } from '@medicready/domain/study/achievements/earned'
import { afterAnswer, afterSession, afterStudyOn, isFresh, noTallies, type Tallies } from '@medicready/domain/study/achievements/tallies'
import { markAnswer } from '@medicready/domain/study/marking'
import { moduleSelectionAggregate, selectModule } from '@medicready/domain/study/module-selection'
import type { StudyMode } from '@medicready/domain/study/shown/modes'
import { earnFreeze, FREEZE_DAYS, missDay, noStreak, type StudyStreak, streakAggregate, studiedOn } from '@medicready/domain/study/streak'
import {
  assignDailyQuestions,
  closeSession,
  drawForSession,
  studyDayAggregate,
  studyDayId,
  submitAnswer,
} from '@medicready/domain/study/study-day'
import { completeSession, startSession, studySessionAggregate } from '@medicready/domain/study/study-session'
import type { Chance } from '@medicready/platform/testing/chance'
import type { Past } from './past.ts'
import { chanceOfRight, type Learner } from './people.ts'

interface Taught {
  readonly questionId: string
  readonly module: ModuleName
  readonly content: QuestionContent
}

export interface LearnerStanding {
  readonly learner: Learner
  readonly credentialId: string
  /** When they were ready to study. */
  joinedAt: number
  tier: Tier
  answers: number
  /** Day of the latest answer to each question. */
  readonly met: Map<string, CalendarDay>
  readonly fresh: Map<ModuleName, string>
  tallies: Tallies
  streak: StudyStreak
  /** Day on which a pause ends; infinite when they are gone. */
  awayUntil: number
}

const HOUR = 3_600_000
const MINUTE = 60_000
const reasons = [
  'Two of the options look right to me.',
  'Our protocol gives another dose.',
  'I do not understand why the first option is wrong.',
  'The newest guidelines say it otherwise, I think.',
]

interface Setting {
  readonly past: Past
  readonly chance: Chance
  readonly hashEmail: (email: string) => Promise<string>
  readonly firstDay: CalendarDay
  readonly bank: readonly BankQuestion[]
}

/**
 * A year of a school, day by day. What a day needs of earlier ones is in the streams and in each student's standing.
 */
export function openSchool({ past, chance, hashEmail, firstDay, bank }: Setting) {
  const questions = new Map<ModuleName, Taught[]>()
  const students: LearnerStanding[] = []
  /** When each open report was made. */
  const doubted = new Map<string, number>()
  /** In UTC. */
  const momentOf = (day: number, hour = 0): number => Date.parse(`${firstDay}T00:00:00.000Z`) + day * DAY_MILLISECONDS + hour * HOUR

  for (const { id: bankId, ...entry } of bank) {
    const questionId = questionIdOf(bankId)
    const content = QuestionContent.parse(entry)
    past.decide(questionAggregate, questionId, publishQuestion({ questionId, bankId, content }), { actorId: 'bank', at: momentOf(0) })
    if (content.scenario) continue
    const ofModule = questions.get(content.module) ?? []
    questions.set(content.module, ofModule)
    ofModule.push({ questionId, module: content.module, content })
  }

  /** Those who open the mail verify the address and choose modules. */
  async function join(learner: Learner, { opensMail }: { opensMail: boolean }): Promise<LearnerStanding> {
    const { userId, email, firstName, lastName, timeZone, joinsOn } = learner
    let at = momentOf(joinsOn, 24 * 0.3) + chance.below(10 * HOUR)
    const deed = () => {
      at += 20_000 + chance.below(MINUTE)
      return { actorId: userId, at }
    }
    const emailHash = await hashEmail(email)
    past.decide(emailClaimAggregate, emailHash, claimEmail({ emailHash, userId }), deed())
    const [credentialId, verificationId] = [chance.uuid(), chance.uuid()]
    const now = new Date(at).toISOString()
    const registration = { userId, email, firstName, lastName, timeZone, agreedTo: null, credentialId, verificationId, mailAt: now, now }
    past.decide(accountAggregate, userId, register(registration), deed())
    const standing: LearnerStanding = {
      learner,
      credentialId,
      joinedAt: at,
      tier: 'free',
      answers: 0,
      met: new Map(),
      fresh: new Map(),
      tallies: noTallies,
      streak: noStreak,
      awayUntil: 0,
    }
    students.push(standing)
    if (!opensMail) {
      standing.awayUntil = Number.POSITIVE_INFINITY
      return standing
    }
    const verified = deed()
    past.decide(accountAggregate, userId, verifyEmail({ verificationId, now: new Date(verified.at).toISOString() }), verified)
    for (const module of learner.modules)
      past.decide(moduleSelectionAggregate, userId, selectModule({ userId, userModuleId: chance.uuid(), module }), deed())
    if (learner.examAfter !== null) {
      const settled = deed()
      const examDate = addDays(firstDay, joinsOn + learner.examAfter)
      past.decide(accountAggregate, userId, changeSettings({ change: { examDate }, now: new Date(settled.at).toISOString() }), settled)
    }
    standing.joinedAt = at
    return standing
  }

  function live(student: LearnerStanding, day: number): void {
    if (studiesOn(student, day)) study(student, day)
    else miss(student, day)
  }

  function studiesOn(student: LearnerStanding, day: number): boolean {
    const { joinsOn, dropOut, pause, habit } = student.learner
    if (day < joinsOn || day < student.awayUntil) return false
    if (day === joinsOn) return true
    if (chance.happens(dropOut)) student.awayUntil = Number.POSITIVE_INFINITY
    else if (chance.happens(pause.chance)) student.awayUntil = day + 1 + Math.ceil(chance.exponential(pause.days))
    const weekday = (new Date(momentOf(day)).getUTCDay() + 6) % 7
    return day >= student.awayUntil && chance.happens(habit[weekday] ?? 0)
  }

  function miss({ learner: { userId, timeZone }, ...student }: LearnerStanding, day: number): void {
    const { currentStreak, lastStudyDate } = student.streak
    if (currentStreak === 0 || lastStudyDate === null) return
    const at = momentOf(day + 1, 12)
    const date = calendarDay(new Date(momentOf(day, 18)).toISOString(), timeZone)
    if (date <= lastStudyDate) return
    const { brokenOn } = past.stateOf(streakAggregate, userId)
    if ((brokenOn ?? '') > lastStudyDate) return
    past.decide(streakAggregate, userId, missDay({ userId, date, days: currentStreak }), { actorId: 'worker', at })
  }

  function study(student: LearnerStanding, day: number): void {
    const { userId, timeZone, hour } = student.learner
    // In the Americas the UTC afternoon is the day of the account.
    const begin = { at: Math.max(momentOf(day, 13) + hour * 0.4 * HOUR + chance.below(HOUR), student.joinedAt) }
    const date = calendarDay(new Date(begin.at).toISOString(), timeZone)
    const { dailyLimit, dailyQuestions } = tiers[student.tier]
    const id = studyDayId(userId, date)
    const deed = () => {
      begin.at += 5_000 + Math.floor(chance.exponential(40_000))
      return { actorId: userId, at: begin.at }
    }
    const wanted = student.tier === 'premium' ? 4 + chance.below(7) : dailyQuestions
    const daily = { userId, date, dailyLimit, candidates: candidatesFor(student, wanted), count: wanted }
    const given = past.decide(studyDayAggregate, id, assignDailyQuestions(daily), deed())
    for (const questionId of given.daily) answer(student, { date, questionId, studySessionId: null, mode: 'daily' }, deed)
    if (student.tier === 'premium' && chance.happens(0.35)) session(student, date, deed)
    reachDay(student, date, deed)
    past.close(studyDayAggregate, id)
  }

  function session(student: LearnerStanding, date: CalendarDay, deed: () => { actorId: string; at: number }): void {
    const { userId } = student.learner
    const id = studyDayId(userId, date)
    const studySessionId = chance.uuid()
    const mode = chance.pick(['practice', 'practice', 'tutor_mode', 'review'] as const)
    const count = 5 + chance.below(6)
    const candidates = candidatesFor(student, count)
    const drawn = past.decide(
      studyDayAggregate,
      id,
      drawForSession({ userId, date, dailyLimit: tiers[student.tier].dailyLimit, candidates, count, mode, studySessionId }),
      deed(),
    )
    const questions = drawn.sessions.get(studySessionId)?.questions
    if (!questions) return
    const start = startSession({ userId, studySessionId, date, mode, questions: [...questions], secondsPerQuestion: null, quiz: null })
    past.decide(studySessionAggregate, studySessionId, start, deed())
    const before = new Map(student.met)
    for (const { questionId } of questions) answer(student, { date, questionId, studySessionId, mode }, deed)
    const closed = past.decide(studyDayAggregate, id, closeSession({ userId, date, studySessionId }), deed())
    const { completed } = past.decide(studySessionAggregate, studySessionId, completeSession({ day: closed, endedBy: 'learner' }), deed())
    const fresh = questions.filter(({ questionId }) => isFresh({ isScored: true, date, answeredBefore: before.get(questionId) ?? null }))
    if (completed) reach(student, afterSession(student.tallies, { ...completed, fresh: fresh.length }), date, deed)
    past.close(studySessionAggregate, studySessionId)
  }

  /** New ones first, then those seen longest ago. */
  function candidatesFor({ learner, met }: LearnerStanding, count: number): DeliveredQuestion[] {
    const chosen: Taught[] = []
    const isChosen = new Set<string>()
    for (let tries = 0; chosen.length < count + 4 && tries < 12 * count; tries++) {
      const question = chance.pick(questions.get(chance.pick(learner.modules)) ?? [])
      if (!question || isChosen.has(question.questionId)) continue
      if (met.has(question.questionId) && tries < 6 * count && !chance.happens(0.1)) continue
      isChosen.add(question.questionId)
      chosen.push(question)
    }
    return chosen.map(({ questionId, module }) => ({
      questionId,
      questionVersion: versionOf(questionId),
      module,
      set: null,
      ...asItStands,
    }))
  }

  function versionOf(questionId: string): number {
    const question = past.stateOf(questionAggregate, questionId)
    return question.situation === 'unknown' ? 0 : question.versions.length
  }

  function answer(
    student: LearnerStanding,
    { date, questionId, studySessionId, mode }: { date: CalendarDay; questionId: string; studySessionId: string | null; mode: StudyMode },
    deed: () => { actorId: string; at: number },
  ): void {
    const { learner, met } = student
    const { userId } = learner
    const id = studyDayId(userId, date)
    const question = past.stateOf(questionAggregate, questionId)
    const content = question.situation === 'unknown' ? undefined : question.versions.at(-1)
    if (!content) return
    const answeredBefore = met.get(questionId) ?? null
    const isRight = chance.happens(chanceOfRight(learner, content, { answers: student.answers, isMetAgain: answeredBefore !== null }))
    const timeSpentSeconds = 12 + Math.floor(chance.exponential(isRight ? 35 : 50))
    const given = {
      userId,
      date,
      questionId,
      studySessionId,
      selectedAnswer: null,
      answer: isRight ? keyOf(content.item) : wrongAnswerTo(content.item),
      timeSpentSeconds,
      confidence: mode === 'tutor_mode' ? Math.min(5, 1 + chance.below(isRight ? 6 : 4)) : null,
      flaggedForReview: chance.happens(0.04),
      givenAt: null,
      dailyLimit: tiers[student.tier].dailyLimit,
    }
    const state = past.stateOf(studyDayAggregate, id)
    const command = markAnswer(given, state, question)
    const answered = deed()
    past.decide(studyDayAggregate, id, submitAnswer(command), answered)
    student.answers += 1
    met.set(questionId, date)
    const counted = {
      module: content.module,
      isChosen: true,
      isScored: command.isScored,
      isCorrect: command.isCorrect,
      date,
      timeSpentSeconds,
      answeredBefore,
      question: null,
    }
    const after = afterAnswer(student.tallies, student.fresh.get(content.module) ?? '', counted)
    student.fresh.set(content.module, after.recent)
    reach(student, after.tallies, date, deed)
    if (!isRight && chance.happens(0.006)) doubt(questionId, learner, deed())
  }

  function doubt(questionId: string, { userId }: Learner, { at }: { at: number }): void {
    const version = versionOf(questionId)
    const request = requestReview({ userId, reason: chance.pick(reasons), version })
    past.decide(questionAggregate, questionId, request, { actorId: userId, at: at + MINUTE })
    if (!doubted.has(questionId)) doubted.set(questionId, at)
  }

  /** What an educator decides in the evening. The latest reports stay open. */
  function review(educatorId: string, day: number): void {
    const at = momentOf(day, 23)
    for (const [questionId, doubtedAt] of [...doubted]) {
      if (at - doubtedAt < 3 * DAY_MILLISECONDS) continue
      doubted.delete(questionId)
      const question = past.stateOf(questionAggregate, questionId)
      if (question.situation === 'unknown') continue
      const decide = resolveReviewRequests({
        version: question.versions.length,
        requestsSeen: question.requests.length,
        decision: 'kept',
        note: 'Thank you for looking so closely. The question stands: its explanation says why.',
        content: null,
        resolvedBy: educatorId,
        now: new Date(at).toISOString(),
      })
      past.decide(questionAggregate, questionId, decide, { actorId: educatorId, at })
    }
  }

  function reachDay(student: LearnerStanding, date: CalendarDay, deed: () => { actorId: string; at: number }): void {
    const { userId } = student.learner
    student.streak = studiedOn(student.streak, date)
    const { currentStreak } = student.streak
    if (currentStreak > 0 && currentStreak % FREEZE_DAYS === 0)
      past.decide(streakAggregate, userId, earnFreeze({ userId, date, days: currentStreak }), { ...deed(), actorId: 'worker' })
    reach(student, afterStudyOn(student.tallies, date), date, deed)
  }

  function reach(student: LearnerStanding, tallies: Tallies, date: CalendarDay, deed: () => { actorId: string; at: number }): void {
    const reached = newlyReached(student.tallies.measures, tallies.measures).map(({ id: achievementId }) => ({
      achievementId,
      reachedOn: date,
    }))
    student.tallies = tallies
    if (reached.length === 0) return
    const { userId } = student.learner
    past.decide(achievementAggregate, userId, earnAchievements({ userId, reached }), { ...deed(), actorId: 'worker' })
  }

  return { momentOf, join, live, review, students }
}
