import { lazyPart, Part } from '../ui/part.tsx'
import HabitNotice from './habit-notice.tsx'

const Prompts = lazyPart(() => import('../offline/prompts.tsx'))

export default function Notices() {
  return (
    <>
      <HabitNotice />
      <Part fallback={null}>
        <Prompts />
      </Part>
    </>
  )
}
