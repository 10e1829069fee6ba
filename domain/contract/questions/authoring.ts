import { z } from 'zod'
import { GroupComparison, ObservedPoint } from '../../exams/calibration-facts.ts'
import { QuestionContent } from '../../questions/content/content.ts'
import { itemKinds } from '../../questions/content/item.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { questionSources } from '../../questions/shown/terms.ts'
import { reviewQuestions } from '../call/call.ts'
import { exampleContent, existing } from '../call/examples.ts'
import { BankSettlement, NewQuestion, QuestionRevision } from './admin-forms.ts'

const params = z.object({ id: z.uuid() })
const ofQuestion = { params, example: { params: { id: existing.questionId } } } as const

export const DraftFinding = z.object({
  /** Within the content, such as `item.options.0.text`. */
  path: z.string(),
  /** An error prevents saving; a warning needs confirmation. */
  level: z.enum(['error', 'warning']),
  message: z.string(),
})
export type DraftFinding = z.infer<typeof DraftFinding>

export const VersionCalibration = z.object({
  version: z.int(),
  calibratedOn: z.iso.date(),
  /** In logits, on the ability scale with mean 0. */
  difficulty: z.number(),
  standardError: z.number(),
  /** 1 until 500 first answers. */
  discrimination: z.number(),
  answers: z.int(),
  infit: z.number(),
  outfit: z.number(),
  pointBiserial: z.number().nullable(),
  /** Learners grouped by ability, lowest first. */
  observed: z.array(ObservedPoint),
  /** Groups with at least 100 answers, compared with equally able learners. */
  comparisons: z.array(GroupComparison),
})
export type VersionCalibration = z.infer<typeof VersionCalibration>

export const ListedQuestion = z.object({
  questionId: z.uuid(),
  /** Null if it is not from the bank's files. */
  bankId: z.string().nullable(),
  module: z.enum(moduleNames),
  kind: z.enum(itemKinds),
  stem: z.string(),
  version: z.int(),
  situation: z.enum(['active', 'withdrawn', 'retired']),
  isPilot: z.boolean(),
  source: z.enum(questionSources),
})
export type ListedQuestion = z.infer<typeof ListedQuestion>

export const QuestionVersion = z.object({ version: z.int(), content: QuestionContent, createdAt: z.iso.datetime() })
export type QuestionVersion = z.infer<typeof QuestionVersion>

const written = z.object({ questionId: z.uuid(), version: z.int() })

export const authoringCalls = {
  'GET /api/admin/questions': reviewQuestions.read({
    summary: 'The questions, filtered by ID, words, module, and item type. Newest change first.',
    page: true,
    query: z.object({
      search: z.string().trim().max(200),
      module: z.enum(moduleNames).optional(),
      kind: z.enum(itemKinds).optional(),
    }),
    response: z.array(ListedQuestion),
    example: { query: { search: 'tourniquet', module: 'Trauma', kind: 'multiple_choice' } },
  }),
  'GET /api/admin/questions/{id}/versions': reviewQuestions.read({
    summary: 'The versions of a question, newest first.',
    ...ofQuestion,
    response: z.array(QuestionVersion),
    errors: ['questionNotFound'],
  }),
  'GET /api/admin/questions/{id}/calibration': reviewQuestions.read({
    summary: 'The calibrated difficulty and item fit of each version of a question, newest first.',
    ...ofQuestion,
    response: z.array(VersionCalibration),
  }),
  'POST /api/admin/questions/check': reviewQuestions.command({
    summary: 'Check a draft against the rules of the bank and for near duplicates. Writes nothing.',
    body: z.object({
      /** The draft's own question, which it may resemble; null for a new one. */
      questionId: z.uuid().nullable().default(null),
      content: z.record(z.string(), z.unknown()),
    }),
    response: z.object({ findings: z.array(DraftFinding) }),
    example: { body: { questionId: existing.questionId, content: exampleContent } },
  }),
  'POST /api/admin/questions': reviewQuestions.command({
    summary: 'Add a question. It is a pilot and does not count toward scores until enough people have answered it.',
    status: 201,
    body: NewQuestion,
    response: written,
    errors: ['revisionRefused', 'warningsUnread'],
    example: { body: { content: exampleContent, acceptWarnings: true } },
  }),
  'POST /api/admin/questions/{id}/revise': reviewQuestions.command({
    summary: 'Revise a question without open review requests. A revision is a new version.',
    params,
    body: QuestionRevision,
    response: written,
    errors: ['questionNotFound', 'conflict', 'reviewWaits', 'revisionMissing', 'revisionRefused', 'warningsUnread'],
    example: { params: { id: existing.questionId }, body: { version: 1, content: exampleContent, acceptWarnings: true } },
  }),
  'POST /api/admin/questions/{id}/settle-bank-revision': reviewQuestions.command({
    summary: "Decide on the bank's version of a question that an educator revised: use it, keep the current version, or write another.",
    params,
    body: BankSettlement,
    response: written,
    errors: ['questionNotFound', 'conflict', 'revisionMissing', 'revisionRefused', 'warningsUnread'],
    example: {
      params: { id: existing.questionId },
      body: { version: 2, offer: 1, decision: 'kept', content: exampleContent, acceptWarnings: true },
    },
  }),
} as const

export const MAX_PACKAGE_BYTES = 20 * 1024 * 1024

export const packageCalls = {
  'GET /api/admin/questions/package': reviewQuestions.command({
    summary:
      'The questions that are not retired as a QTI 3.0 package. Packages hold single choice, multiple response, order and match: hot spots, calculations and sets that are not whole without them are left out, and named in left-out.txt.',
    query: z.object({ module: z.enum(moduleNames).optional(), kind: z.enum(itemKinds).optional() }),
    file: 'application/zip',
    example: { query: { module: 'Trauma', kind: 'build_list' } },
  }),
  'POST /api/admin/questions/package': reviewQuestions.command({
    summary:
      'Add the questions of a QTI 3.0 package, as pilots: all of them, or, with every fault in one list, none. A package that is sent again adds nothing.',
    rawBody: true,
    maxBytes: MAX_PACKAGE_BYTES,
    response: z.object({
      added: z.int(),
      known: z.int(),
    }),
    errors: ['packageRefused'],
  }),
} as const
