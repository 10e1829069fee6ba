import type { UserStats } from '@medicready/domain/contract/study/study'
import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { type QueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { isSignedOut } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { statsQuery } from '../api/own-reads.ts'
import { sessionQuery } from '../api/session.ts'
import { todayOf, useToday } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { Card } from '../ui/card.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { useSwitchModule } from './commands.ts'
import { allModulesQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(allModulesQuery)
  void queries.prefetchQuery(statsQuery(todayOf(user)))
}

export default function ModulesPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Modules" heading="Manage Modules">
        Your questions come from the modules that are turned on. Your answers are saved either way.
      </PageHead>
      <Loaded skeleton={<ModuleListSkeleton />} failure="Your modules could not be loaded.">
        <ModuleList />
      </Loaded>
    </div>
  )
}

function ModuleList() {
  const today = useToday()
  const [{ data: saved }, { data: stats }] = useSuspenseQueries({ queries: [allModulesQuery, statsQuery(today)] })
  const switchModule = useSwitchModule()
  const active = new Set(saved.filter((entry) => entry.isActive).map((entry) => entry.module))

  const change = async (module: ModuleName, isActive: boolean) => {
    if (!isActive && active.size === 1) {
      toast({ title: 'Select at least one module', description: 'Choose the areas you want to study', variant: 'destructive' })
      return
    }
    try {
      await switchModule.mutateAsync({ module, isActive })
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Error saving modules', description: 'Please try again', variant: 'destructive' })
    }
  }

  return (
    <Card className="py-2 sm:py-2">
      <ul className="divide-y divide-hairline">
        {moduleNames.map((module) => (
          <ModuleRow
            key={module}
            module={module}
            isActive={active.has(module)}
            progress={stats.modules.find((entry) => entry.module === module)}
            onChange={(isActive) => void change(module, isActive)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface ModuleRowProps {
  module: ModuleName
  isActive: boolean
  progress: UserStats['modules'][number] | undefined
  onChange: (isActive: boolean) => void
}

function ModuleRow({ module, isActive, progress, onChange }: ModuleRowProps) {
  const label = moduleLabel(module)
  const { totalQuestions, scoredAnswers, correctAnswers } = progress ?? { totalQuestions: 0, scoredAnswers: 0, correctAnswers: 0 }
  const percent = scoredAnswers > 0 ? Math.round((100 * correctAnswers) / scoredAnswers) : 0
  const accuracy = scoredAnswers > 0 ? `${percent}% correct` : 'not scored yet'
  return (
    <li className="grid gap-1.5 py-4">
      <Switch
        label={<span className="text-base font-semibold">{label}</span>}
        hint={totalQuestions > 0 ? `${countOf(totalQuestions, 'answer')} · ${accuracy}` : 'No answers yet'}
        checked={isActive}
        onChange={onChange}
      />
      <Progress label={`Accuracy in ${label}`} value={percent} max={100} />
    </li>
  )
}

const ModuleListSkeleton = () => (
  <Card className="py-2 sm:py-2">
    {moduleNames.map((module) => (
      <div key={module} className="grid h-23 content-center gap-2 border-b border-hairline last:border-0">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="h-5 w-32" />
      </div>
    ))}
  </Card>
)
