import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import type { StoredPicture } from '@medicready/domain/contract/questions/pictures'
import { QuestionContent } from '@medicready/domain/questions/content/content'
import {
  addAuthored,
  reviseQuestion as decide,
  settleBankRevision as decideSettlement,
} from '@medicready/domain/questions/educator-decisions'
import { pathsOfFindings } from '@medicready/domain/questions/finding-paths'
import { lintQuestion } from '@medicready/domain/questions/lint'
import { questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { AskedBefore } from './asked-before.ts'
import { unstoredImages } from './pictures/store-picture.ts'

interface Draft {
  readonly questionId: string | null
  readonly content: unknown
  readonly brought?: readonly StoredPicture[]
}

export type CheckDeps = Pick<Dependencies, 'sql'> & { readonly askedBefore: AskedBefore }

const STEM_SHOWN = 90

/** Incomplete drafts get only schema errors. */
export async function checkContent({ sql, askedBefore }: CheckDeps, { questionId, content, brought }: Draft): Promise<DraftFinding[]> {
  const parsed = QuestionContent.safeParse(content)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), level: 'error' as const, message }))
  const whole = parsed.data
  const linted = lintQuestion(whole)
  const paths = pathsOfFindings(whole, linted)
  const ofRules = linted.map(({ level, code, words }, index) => ({
    path: paths[index] ?? '',
    level,
    message: `${code.replaceAll('_', ' ')}: ${words}`,
  }))
  const findings = [...ofRules, ...(await unstoredImages(sql, whole, brought))]
  const alike = await askedBefore.like(whole, questionId)
  if (alike === null) return findings
  const name = alike.bankId ?? alike.questionId
  const stem = alike.stem.length > STEM_SHOWN ? `${alike.stem.slice(0, STEM_SHOWN)}…` : alike.stem
  const found = alike.of === 'question' ? 'near duplicate: of' : 'case repeated: as in'
  const words = `${found} ${name} (${Math.round(100 * alike.similarity)} %), “${stem}”`
  return [...findings, { path: 'stem', level: 'error', message: words }]
}

/** Throws `revisionRefused` for errors, and `warningsUnread` for warnings that were not accepted. */
export async function refuseUnsound(deps: CheckDeps, draft: Draft, { acceptWarnings }: { readonly acceptWarnings: boolean }) {
  const findings = await checkContent(deps, draft)
  const issues = (level: DraftFinding['level']) =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ path, message }) => ({ path: path === '' ? 'content' : `content.${path}`, message }))
  const [errors, warnings] = [issues('error'), issues('warning')]
  if (errors.length > 0) throw new Rejection('revisionRefused', errors)
  if (warnings.length > 0 && !acceptWarnings) throw new Rejection('warningsUnread', warnings)
}

export async function addQuestion(
  deps: Pick<Dependencies, 'commands'> & CheckDeps,
  { content, acceptWarnings }: { readonly content: QuestionContent; readonly acceptWarnings: boolean },
  context: CommandContext,
) {
  const questionId = idFrom(context, 'question')
  // A repeated command must not be compared with its own question.
  await refuseUnsound(deps, { questionId, content }, { acceptWarnings })
  await deps.commands.execute(questionAggregate, questionId, addAuthored({ questionId, content }), context)
  return { questionId, version: 1 }
}

interface Revision {
  readonly questionId: string
  readonly version: number
  readonly content: QuestionContent
  readonly acceptWarnings: boolean
}

/** Only without open review requests. Throws as the question's decider does, or like `refuseUnsound`. */
export async function reviseQuestion(
  deps: Pick<Dependencies, 'commands'> & CheckDeps,
  { questionId, version, content, acceptWarnings }: Revision,
  context: CommandContext,
) {
  await refuseUnsound(deps, { questionId, content }, { acceptWarnings })
  await deps.commands.execute(questionAggregate, questionId, decide({ version, content }), context)
  return { questionId, version: version + 1 }
}

type Decision = Parameters<typeof decideSettlement>[0] & { readonly questionId: string; readonly acceptWarnings: boolean }

/** The bank's own words have passed its rules, so only an edited version is checked. */
export async function settleBankRevision(
  deps: Pick<Dependencies, 'commands'> & CheckDeps,
  { questionId, acceptWarnings, ...settlement }: Decision,
  context: CommandContext,
) {
  const { version, decision, content } = settlement
  if (decision === 'edited' && content) await refuseUnsound(deps, { questionId, content }, { acceptWarnings })
  await deps.commands.execute(questionAggregate, questionId, decideSettlement(settlement), context)
  return { questionId, version: decision === 'kept' ? version : version + 1 }
}
