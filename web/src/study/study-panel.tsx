import { useSuspenseQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useToday } from '../api/today.ts'
import { Banner } from '../ui/banner.tsx'
import { activeModulesQuery, dailyQuestionsQuery, subscriptionQuery } from './queries.ts'
import { StudyOptions } from './study-options.tsx'
import { limitNotice, todaysTask } from './todays-task.ts'
import { TodaysTaskCard } from './todays-task-card.tsx'

const OnboardingDialog = lazy(() => import('./onboarding-dialog.tsx'))

/** The limit, the one thing to do today, and what else there is to do. */
export function StudyPanel() {
  const today = useToday()
  const [{ data: modules }, { data: dailyQuestions }, { data: subscription }] = useSuspenseQueries({
    queries: [activeModulesQuery, dailyQuestionsQuery(today), subscriptionQuery(today)],
  })
  const [dialog, setDialog] = useState<'closed' | 'onboarding' | 'modulePicker'>(modules.length === 0 ? 'onboarding' : 'closed')
  const notice = limitNotice(subscription)
  return (
    <>
      {notice && (
        <Banner tone="warn" title={notice.title}>
          {notice.text}
        </Banner>
      )}
      <TodaysTaskCard
        task={todaysTask(modules, dailyQuestions, subscription)}
        dailyQuestions={dailyQuestions}
        subscription={subscription}
        onSelectModules={() => setDialog('modulePicker')}
      />
      {modules.length > 0 && <StudyOptions modules={modules} onChangeModules={() => setDialog('modulePicker')} />}
      <Suspense>
        {dialog !== 'closed' && (
          <OnboardingDialog startAt={dialog === 'onboarding' ? 'welcome' : 'modules'} onClose={() => setDialog('closed')} />
        )}
      </Suspense>
    </>
  )
}
