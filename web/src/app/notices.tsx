import { lazy, Suspense } from 'react'
import HabitNotice from './habit-notice.tsx'

const Prompts = lazy(() => import('../offline/prompts.tsx'))

/** What is told and asked beside the screens. Nobody waits for its code. */
export default function Notices() {
  return (
    <>
      <HabitNotice />
      <Suspense fallback={null}>
        <Prompts />
      </Suspense>
    </>
  )
}
