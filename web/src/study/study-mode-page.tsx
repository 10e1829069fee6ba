import { ClipboardList, Layers } from 'lucide-react'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../app/paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** The ways to study. A mode gets its place here when its screen exists. */
const modes = [
  {
    title: "Today's Questions",
    text: 'New questions every day, drawn from your modules. Each answer is explained at once, with its clinical pearl.',
    icon: ClipboardList,
    to: paths.home(),
    label: 'Go to Dashboard',
  },
]

/** Where somebody chooses how to study, and where a session that cannot be leads back to. */
export default function StudyModePage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Study Mode">Choose how you want to study.</PageHead>
      <ul className="grid gap-4">
        {modes.map(({ title, text, icon: Icon, to, label }) => (
          <li key={title}>
            <Card className="grid justify-items-start gap-4 sm:grid-cols-[auto_1fr_auto] sm:items-center">
              <span className="grid size-12 place-items-center rounded-card bg-brand-soft text-brand">
                <Icon aria-hidden className="size-6" />
              </span>
              <div>
                <h2 className="text-lg font-semibold">{title}</h2>
                <p className="text-muted">{text}</p>
              </div>
              <LinkButton to={to}>{label}</LinkButton>
            </Card>
          </li>
        ))}
      </ul>
      <LinkButton variant="ghost" className="-ml-4 justify-self-start" to={paths.modules()}>
        <Layers aria-hidden className="size-4" />
        Manage Modules
      </LinkButton>
    </div>
  )
}
