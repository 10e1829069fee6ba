import type { Difference } from '@medicready/domain/exams/replay'
import { Rejection } from '@medicready/domain/rejection'
import { type Operations, Refused } from '../operations.ts'
import type { Parts } from '../parts.ts'
import { replayExam } from './replay-exam.ts'

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What an operator does with practice exams: `npm run replay-exam -- <id>`. */
export const examOperations: Operations = {
  replay: { usage: '<id>', run: (parts, [id = '']) => (uuidPattern.test(id) ? replay(parts, id) : undefined) },
}

/** Decides an exam again. Refused where a single decision differs. */
async function replay(parts: Parts, examId: string): Promise<string> {
  const { facts, differences } = await replayExam(parts, examId).catch((error: unknown) => {
    throw error instanceof Rejection ? new Refused(`There is no exam ${examId}.`) : error
  })
  if (differences.length > 0) throw new Refused(differences.map(said).join('\n'))
  return `${facts} facts were decided again, and each is the same.`
}

const said = ({ fact, type, field, recorded, repeated }: Difference): string =>
  `Fact ${fact}, ${type}: ${field} is ${JSON.stringify(recorded)} and would be ${JSON.stringify(repeated)}.`
