import type { Readiness } from '@medicready/domain/contract/readiness'
import { friendlyMessage } from '../api/errors.ts'
import { mockExams } from '../app/mock-exams.ts'
import { toast } from '../ui/toast.tsx'
import { useChooseExam } from './commands.ts'

/** For which exam readiness is told. */
export function ProfileChoice({ blueprint }: Pick<Readiness, 'blueprint'>) {
  const choose = useChooseExam()
  const chosen = (choose.isPending && choose.variables?.body.blueprint) || blueprint
  return (
    <fieldset className="print:hidden" aria-busy={choose.isPending || undefined}>
      <legend className="text-sm font-semibold">The exam that you will sit</legend>
      {mockExams.map(({ name, words }) => (
        <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="radio"
            name="readiness-exam"
            checked={chosen === name}
            onChange={() =>
              choose.mutate(
                { body: { blueprint: name } },
                { onError: (error) => toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' }) },
              )
            }
            className="size-5 shrink-0 cursor-[inherit] accent-brand"
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
