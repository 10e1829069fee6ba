import { useSuspenseQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { statsQuery } from '../api/stats.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { useToday } from '../api/today.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { ModulePanel } from './module-panel.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { activeModulesQuery, dailyQuestionsQuery } from './queries.ts'
import { openSessionsQuery } from './session-queries.ts'
import { StudyOptions } from './study-options.tsx'
import { limitNotice, todaysTask } from './todays-task.ts'
import { TodaysTaskCard } from './todays-task-card.tsx'

const OnboardingDialog = lazy(() => import('./onboarding-dialog.tsx'))

/** The limit, the one thing to do today, and what else there is to do. */
export function StudyPanel() {
  const today = useToday()
  const [{ data: modules }, { data: dailyQuestions }, { data: openSessions }, { data: subscription }, { data: stats }] = useSuspenseQueries(
    {
      queries: [activeModulesQuery, dailyQuestionsQuery(today), openSessionsQuery, subscriptionQuery(today), statsQuery(today)],
    },
  )
  const [dialog, setDialog] = useState<'closed' | 'onboarding' | 'modulePicker'>(modules.length === 0 ? 'onboarding' : 'closed')
  const answered = stats.weeklyProgress.at(-1)?.answered ?? 0
  const notice = limitNotice(subscription, { dailyQuestions, openSessions, answered })
  const task = todaysTask(modules, dailyQuestions, openSessions, subscription)
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
        task={task}
        dailyQuestions={dailyQuestions}
        subscription={subscription}
        onSelectModules={() => setDialog('modulePicker')}
      />
      <OpenSessions sessions={openSessions.filter(({ id }) => task.state !== 'goOn' || id !== task.session.id)} />
      {modules.length > 0 && (
        <>
          <StudyOptions />
          <ModulePanel
            modules={modules}
            dailyQuestions={dailyQuestions}
            subscription={subscription}
            stats={stats}
            onChangeModules={() => setDialog('modulePicker')}
          />
        </>
      )}
      <Suspense>
        {dialog !== 'closed' && (
          <OnboardingDialog startAt={dialog === 'onboarding' ? 'welcome' : 'modules'} onClose={() => setDialog('closed')} />
        )}
      </Suspense>
    </>
  )
}
