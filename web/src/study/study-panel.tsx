import { useSuspenseQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { subscriptionQuery } from '../api/subscription.ts'
import { useToday } from '../api/today.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { activeModulesQuery, dailyQuestionsQuery } from './queries.ts'
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
  const notice = limitNotice(subscription, dailyQuestions)
  return (
    <>
      {notice && (
        <Banner
          tone="warn"
          title={notice.title}
          action={
            <LinkButton to={paths.subscription()} size="sm" variant="secondary">
              {notice.action}
            </LinkButton>
          }
        >
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
