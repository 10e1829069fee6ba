import { upgradeWords } from '@medicready/domain/billing/shown/plan-words'
import { QUIZ_TIER, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { activeModules, moduleSelectionAggregate } from '@medicready/domain/study/module-selection'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { includesTier, type StudyMode, studyModeRules } from '@medicready/domain/study/shown/modes'
import { drawForSession, isClosed, leftToday, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { startSession, studySessionAggregate } from '@medicready/domain/study/study-session'
import { tierOf } from '../billing/tier.ts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliveredContent } from './delivered-question.ts'

type BegunMode = Exclude<StudyMode, 'daily'>

interface SessionWish {
  readonly userId: string
  readonly mode: BegunMode
  readonly count: number
  readonly quiz: QuizFilter | null
  readonly about: string | null
}

type SessionDeps = Pick<Dependencies, 'commands' | 'accountDays' | 'questionChoice'>

/** Draws in the study day, then starts. A repeated command continues with what it drew today or yesterday. */
export async function beginSession(deps: SessionDeps, wish: SessionWish, context: CommandContext) {
  const studySessionId = idFrom(context, 'study session')
  const { date, decided } = await drawnFor(deps, wish, studySessionId, context)
  const drawn = decided.state.sessions.get(studySessionId)
  if (!drawn) return { studySessionId, questions: [] }
  const { userId, mode, quiz } = wish
  const { questions } = drawn
  const { secondsPerQuestion } = studyModeRules[mode]
  const start = startSession({ userId, studySessionId, date, mode, questions: [...questions], secondsPerQuestion, quiz })
  await deps.commands.execute(studySessionAggregate, studySessionId, start, context)
  const shown = questions.map(async (question) => {
    const { questionId: id, questionVersion: version, shuffle } = question
    return isClosed(decided.state, id) ? null : { id, version, shuffle, content: await deliveredContent(deps, question) }
  })
  return { studySessionId, questions: await Promise.all(shown) }
}

async function drawnFor(deps: SessionDeps, wish: SessionWish, studySessionId: string, context: CommandContext) {
  const { commands, accountDays, questionChoice } = deps
  const { userId, mode, quiz, about, count } = wish
  const today = await accountDays.today(userId, context.now)
  for (const date of [addDays(today, -1), today]) {
    const decided = await commands.decidedBefore(studyDayAggregate, studyDayId(userId, date), context)
    if (decided) return { date, decided }
  }

  const tier = await tierOf(deps, userId)
  refuseLocked(tier, wish)
  const modules = await modulesFor(deps, wish)
  const { dailyLimit, mostSessionQuestions } = tiers[tier]
  const id = studyDayId(userId, today)
  const day = (await commands.load(studyDayAggregate, id)).state
  const candidates = await questionChoice.forSession({
    userId,
    mode,
    quiz,
    about,
    modules,
    today,
    count: Math.min(count, mostSessionQuestions),
    most: mostSessionQuestions,
    left: leftToday(day, dailyLimit),
    seed: studySessionId,
    alreadyDelivered: new Set(day.delivered.keys()),
  })
  const draw = drawForSession({
    userId,
    date: today,
    mode,
    studySessionId,
    dailyLimit,
    candidates,
    count: mostSessionQuestions,
    at: context.now,
  })
  return { date: today, decided: await commands.execute(studyDayAggregate, id, draw, context) }
}

function refuseLocked(tier: Tier, { mode, quiz }: SessionWish): void {
  const { name, requiredTier } = studyModeRules[mode]
  if (!includesTier(tier, requiredTier)) throw upgradeRequired(name, requiredTier)
  if (quiz && !includesTier(tier, QUIZ_TIER)) throw upgradeRequired('A quiz of your own', QUIZ_TIER)
}

const upgradeRequired = (what: string, tier: Tier) =>
  new Rejection('modeLocked', [], null, `Upgrade Required - ${upgradeWords(what, tier)}`)

/** Empty where the question or the learner's cards determine the modules. */
async function modulesFor({ commands }: SessionDeps, { userId, mode, quiz, about }: SessionWish): Promise<readonly ModuleName[]> {
  if (about !== null || (mode === 'review' && quiz === null)) return []
  if (quiz && quiz.modules.length > 0) return [...new Set(quiz.modules)]
  const modules = activeModules((await commands.load(moduleSelectionAggregate, userId)).state)
  if (modules.length === 0) throw new Rejection('modulesNotSelected')
  return modules
}
