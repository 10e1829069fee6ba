import { ClipboardList, Layers } from 'lucide-react'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { WaysToStudy, type WayToStudy } from './ways-to-study.tsx'

/** A mode gets its place here when its screen exists. */
const modes: WayToStudy[] = [
  {
    title: "Today's Questions",
    text: 'New ones every day, from the Dashboard: each answer is explained at once',
    to: paths.home(),
    icon: ClipboardList,
  },
  { title: 'Manage Modules', text: 'Choose what your questions are drawn from', to: paths.modules(), icon: Layers },
]

/** Where somebody chooses how to study, and where a session that cannot be leads back to. */
export default function StudyModePage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Study Mode">Choose how you want to study.</PageHead>
      <Card>
        <WaysToStudy ways={modes} />
      </Card>
    </div>
  )
}
