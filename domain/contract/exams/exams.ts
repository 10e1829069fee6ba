import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { examEnds, examOutcomes } from '../../exams/exam.ts'
import { blueprintNames, examTypes, mockBlueprints, TODAYS_EXAM } from '../../exams/shown/blueprints.ts'
import { examDifficulties } from '../../exams/shown/difficulty.ts'
import { ItemAnswer } from '../../questions/content/item.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { examAnswerRequired } from '../../refusals/shown/errors.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { AnswerResult, Question } from '../questions/questions.ts'

export type { BlueprintName } from '../../exams/shown/blueprints.ts'
export { blueprintNames, examDifficulties, examTypes }

export const PracticeExam = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  examType: z.enum(examTypes),
  blueprint: z.enum(blueprintNames),
  isCompleted: z.boolean(),
  score: z.int().nullable(),
  /** The maximum. */
  totalQuestions: z.int(),
  minItems: z.int(),
  questionsAnswered: z.int(),
  /** Null until the end, so that nothing tells what was right. */
  correctAnswers: z.int().nullable(),
  timeSpentMinutes: z.int(),
  startedAt: z.iso.datetime(),
  deadline: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** Set if the learner gave up; then it is never completed. */
  givenUpAt: z.iso.datetime().nullable(),
  endedBy: z.enum(examEnds).nullable(),
  outcome: z.enum(examOutcomes).nullable(),
  passedAt95Confidence: z.boolean(),
  abilityLevel: z.number().nullable(),
  standardError: z.number().nullable(),
  targetModules: z.array(z.string()),
  scoreEstimate: z.int(),
  currentDifficulty: z.enum(examDifficulties),
  /** By category. Empty in an exam with pilots; `domainCorrect` is null while an exam with its questions is open. */
  domainCounts: z.record(z.string(), z.int()),
  domainCorrect: z.record(z.string(), z.int()).nullable(),
  avgCorrectDifficulty: z.number().nullable(),
})
export type PracticeExam = z.infer<typeof PracticeExam>

/** The four options are set for single choice of four. */
export const ExamQuestion = z.object({
  order: z.int(),
  id: z.uuid(),
  module: z.enum(moduleNames),
  difficulty: z.enum(examDifficulties),
  question: z.string(),
  optionA: z.string().nullable(),
  optionB: z.string().nullable(),
  optionC: z.string().nullable(),
  optionD: z.string().nullable(),
  asked: Question,
})
export type ExamQuestion = z.infer<typeof ExamQuestion>

export const ExamQuestionInFull = ExamQuestion.extend({
  isAnswered: z.boolean(),
  given: z.object({ selectedAnswer: z.string(), answer: ItemAnswer.nullable() }).nullable(),
  result: AnswerResult.nullable(),
  isPilot: z.boolean().nullable(),
  timeSpentSeconds: z.int().nullable(),
})
export type ExamQuestionInFull = z.infer<typeof ExamQuestionInFull>

const ExamDecision = z.object({
  order: z.int(),
  questionId: z.uuid(),
  category: z.string(),
  /** Item parameters; the difficulty is in logits. */
  difficulty: z.number(),
  discrimination: z.number(),
  uncertainty: z.number().nullable(),
  isPilot: z.boolean(),
  isCorrect: z.boolean(),
  /** Estimate after the answer, in logits. */
  ability: z.number(),
  standardError: z.number(),
  score: z.int(),
  /** By how many items its category was behind its share, how many items it was drawn from, and its rank among them. */
  deficit: z.number(),
  among: z.int(),
  rank: z.int(),
})
export type ExamDecision = z.infer<typeof ExamDecision>

export const ExamDecisions = z.object({ cut: z.number(), decisions: z.array(ExamDecision) })
export type ExamDecisions = z.infer<typeof ExamDecisions>

const ofExam = { params: z.object({ examId: z.uuid() }), example: { params: { examId: existing.examId } } } as const

export const examCalls = {
  'POST /api/practice-exams/start': signedIn.command({
    summary:
      "Start a practice exam. Only one can be in progress, which `examInProgress` names. `full_exam` with exactly the five domains as targets is the mock National Registry exam (`national_registry_2024`, the exam since July 2024, or `national_registry`, the former one), without them the full simulation over the caller's modules; `module_specific` needs one module; `weak_areas` takes none.",
    body: z.object({
      examType: z.enum(examTypes),
      targetModules: z
        .array(printableText({ max: 80, required: 'Please choose the modules of the exam.' }))
        .max(9)
        .default([]),
      blueprint: z.enum(mockBlueprints).default(TODAYS_EXAM),
    }),
    response: z.object({ examId: z.uuid() }),
    errors: [
      'examTierRequired',
      'moduleRequired',
      'modulesNotSelected',
      'examTargetsUnknown',
      'examPoolTooSmall',
      'examInProgress',
      'conflict',
    ],
    example: {
      body: {
        examType: 'full_exam',
        targetModules: ['Airway', 'Cardiology', 'Trauma', 'Medical', 'EMS Operations'],
        blueprint: 'national_registry_2024',
      },
    },
  }),
  'POST /api/practice-exams/{examId}/answer': signedIn.command({
    summary:
      'Answer the current item of the exam. The first answer counts, and `answer` tells it. The rest is the current state of the exam, also for a device that is behind.',
    params: ofExam.params,
    body: z.object({
      questionId: z.uuid('Please choose the question that this answers.'),
      /** A letter for single choice of four. */
      answer: z.union([z.enum(['A', 'B', 'C', 'D']), ItemAnswer], examAnswerRequired),
      timeSpentSeconds: z.int().min(0).max(86_400),
    }),
    response: z.object({
      examCompleted: z.boolean(),
      nextQuestion: ExamQuestion.nullable(),
      answer: ItemAnswer,
      scoreEstimate: z.int(),
      currentDifficulty: z.enum(examDifficulties),
      totalQuestions: z.int(),
      questionsAnswered: z.int(),
    }),
    errors: ['answerRequired', 'answerNotAChoice', 'examNotFound', 'examEnded', 'questionNotFound', 'conflict'],
    example: { ...ofExam.example, body: { questionId: existing.questionId, answer: 'A', timeSpentSeconds: 40 } },
  }),
  'POST /api/practice-exams/{examId}/complete': signedIn.command({
    summary: 'End an exam whose time is up. Ending it again changes nothing. Refused while there is time.',
    params: ofExam.params,
    body: z.object({ reason: z.literal('timeout') }),
    response: z.object({ completed: z.literal(true) }),
    errors: ['examNotFound', 'examTimeLeft', 'examEnded', 'conflict'],
    example: { ...ofExam.example, body: { reason: 'timeout' } },
  }),
  'POST /api/practice-exams/{examId}/give-up': signedIn.command({
    summary:
      'Give up an exam. It has no score, and its answers do not count, but its questions stay seen. Giving up again changes nothing.',
    ...ofExam,
    response: z.object({ givenUp: z.literal(true) }),
    errors: ['examNotFound', 'examEnded', 'conflict'],
  }),
  'GET /api/practice-exams/history': signedIn.read({
    summary: "The caller's latest five practice exams, newest first.",
    response: z.array(PracticeExam),
  }),
  'GET /api/practice-exams/{examId}': signedIn.read({
    summary:
      'The current state of a practice exam of the caller. Apart from the estimate, it reveals nothing about right answers before the end.',
    ...ofExam,
    response: PracticeExam,
    errors: ['examNotFound'],
  }),
  'GET /api/practice-exams/{examId}/questions': signedIn.read({
    summary: 'The items given so far, in order, ending with the current one. After the end, with keys and explanations of answered items.',
    ...ofExam,
    response: z.array(ExamQuestionInFull),
    errors: ['examNotFound'],
  }),
  'GET /api/practice-exams/{examId}/decisions': signedIn.read({
    summary:
      'How a completed exam was decided, item by item; as far as the first item that is in another exam which goes on. The ability can be computed again: the mean of the posterior distribution with a N(0, 1) prior, on a grid from −5 to 5 by 1/6, over the answers to all items that are not pilots. An item of difficulty b, discrimination a and uncertainty s is answered right with the probability 1 / (1 + exp(−d(θ − b))), where d = a / √(1 + π/8 · (a · s)²). `standardError` is the standard deviation of the posterior.',
    ...ofExam,
    response: ExamDecisions,
    errors: ['examNotFound', 'examNotCompleted'],
  }),
} as const
