import type { Readiness } from '@medicready/domain/contract/readiness/readiness'
import { friendlyMessage } from '../api/errors.ts'
import { MockExamChoice } from '../app/mock-exam-choice.tsx'
import { toast } from '../ui/toast.tsx'
import { useChooseExam } from './commands.ts'

/** The exam that readiness is about. */
export function ProfileChoice({ blueprint }: Pick<Readiness, 'blueprint'>) {
  const choose = useChooseExam()
  return (
    <MockExamChoice
      legend="The exam you will take"
      name="readiness-exam"
      chosen={(choose.isPending && choose.variables?.body.blueprint) || blueprint}
      onChoose={(chosen) =>
        choose.mutate(
          { body: { blueprint: chosen } },
          { onError: (error) => toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' }) },
        )
      }
      isBusy={choose.isPending}
    />
  )
}
