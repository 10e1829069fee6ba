import { type ExamState, examAggregate, type GivenItem, hasEnded, itemsOf, itemToAnswer } from '@medicready/domain/exams/exam'
import { answerItem as decide } from '@medicready/domain/exams/exam-commands'
import { difficultyOf } from '@medicready/domain/exams/shown/difficulty'
import { scoreOf } from '@medicready/domain/exams/shown/score'
import { askedItem, type Item, type ItemAnswer, isAnswerTo, isRight } from '@medicready/domain/questions/content/item'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliveredContent } from '../study/delivered-question.ts'
import { ownExam } from './end-exam.ts'

const letters = ['A', 'B', 'C', 'D'] as const

export interface AnswerToItem {
  readonly userId: string
  readonly examId: string
  readonly questionId: string
  readonly answer: (typeof letters)[number] | ItemAnswer
  readonly timeSpentSeconds: number
}

/** Marks by the version that the exam gave. The first answer counts; later ones get the current state. */
export async function answerItem(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'examPools'>,
  given: AnswerToItem,
  context: CommandContext,
) {
  const { userId, examId, questionId, timeSpentSeconds } = given
  const { poolId } = await ownExam(deps, given)
  const item = await givenItem(deps, given)
  const [content, pool, date] = await Promise.all([
    deliveredContent(deps, item),
    deps.examPools.of(poolId),
    deps.accountDays.today(userId, context.now),
  ])
  const answer = answerTo(content.item, given.answer)
  const isCorrect = isRight(content.item, answer)
  const marked = { questionId, answer, isCorrect, date, answeredAt: context.now, timeSpentSeconds }
  const { state } = await deps.commands.execute(examAggregate, examId, decide(marked, pool), context)
  return await answered(deps, state, questionId)
}

async function givenItem({ commands }: Pick<Dependencies, 'commands'>, { examId, questionId }: AnswerToItem): Promise<GivenItem> {
  const find = (state: ExamState) => itemsOf(state).find((item) => item.questionId === questionId)
  const state = await commands.read(examAggregate, examId, (remembered) => find(remembered) !== undefined)
  const item = find(state)
  if (!item) throw new Rejection(hasEnded(state) ? 'examEnded' : 'questionNotFound')
  return item
}

function answerTo(item: Item, answer: AnswerToItem['answer']): ItemAnswer {
  const chosen = typeof answer === 'string' ? choiceAt(item, letters.indexOf(answer)) : answer
  if (!chosen || !isAnswerTo(item, chosen)) throw new Rejection('answerNotAChoice')
  return chosen
}

function choiceAt(item: Item, place: number): ItemAnswer | null {
  const asked = askedItem(item)
  const option = asked.kind === 'multiple_choice' ? asked.options[place] : undefined
  return option ? { kind: 'multiple_choice', option: option.id } : null
}

/** Another device may have continued the exam since. */
async function answered(deps: Pick<Dependencies, 'commands'>, state: ExamState, questionId: string) {
  const { started, completed, answers } = state
  const standing = answers.find((answer) => answer.questionId === questionId)
  const latest = answers.at(-1)
  // It came too late, and the exam has ended without it.
  if (!started || !standing || !latest) throw new Rejection('examEnded')
  const item = itemToAnswer(state)
  return {
    isLast: completed !== null,
    next: item && {
      question: { id: item.questionId, version: item.questionVersion, shuffle: null, content: await deliveredContent(deps, item) },
      order: answers.length + 1,
      difficulty: item.difficulty,
    },
    answer: standing.answer,
    scoreEstimate: completed ? completed.score : scoreOf(latest.ability, started.cut),
    currentDifficulty: difficultyOf((item ?? latest).difficulty),
    totalQuestions: started.maxItems,
    questionsAnswered: answers.length,
  }
}
