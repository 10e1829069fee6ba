import { dismissNotice as decide, guidelineNoticesAggregate } from '@medicready/domain/questions/guideline-notice'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { isGuidelineChange } from '@medicready/projector/read-models/questions/guideline-queries'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

export async function dismissNotice(
  { commands, sql }: Pick<Dependencies, 'commands' | 'sql'>,
  notice: Parameters<typeof decide>[0],
  context: CommandContext,
) {
  if ((await isGuidelineChange(sql, notice.changeId)).length === 0) throw new Rejection('noticeNotFound')
  await commands.execute(guidelineNoticesAggregate, notice.userId, decide(notice), context)
  return { dismissed: true } as const
}
