import type { UserModule } from '@medicready/domain/contract/study'
import { moduleLabel } from '@medicready/domain/study/modules'
import { ChevronRight, Layers, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../app/paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

interface StudyOption {
  title: string
  text: string
  to: string
  icon: LucideIcon
}

/** A way to study gets its place here when its screen exists. */
const studyOptions: StudyOption[] = [
  { title: 'Manage Modules', text: 'Choose what you study and see how each goes', to: paths.modules(), icon: Layers },
]

/** Ways to study beside today's questions, and the modules that they draw from. */
export const StudyOptions = ({ modules, onChangeModules }: { modules: readonly UserModule[]; onChangeModules: () => void }) => (
  <Card className="grid gap-4" aria-labelledby="other-study-options">
    <h2 id="other-study-options" className="text-lg font-semibold">
      Other Study Options
    </h2>
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))]">
      {studyOptions.map(({ title, text, to, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full min-h-16 items-center gap-3 rounded-control border border-hairline px-4 py-3 transition-colors hover:border-control hover:bg-sunken"
          >
            <Icon aria-hidden className="size-5 shrink-0 text-brand" />
            <span className="grid flex-1">
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-muted">{text}</span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
    <div className="border-t border-hairline pt-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">Your modules</h3>
        <Button variant="ghost" size="sm" className="-mr-2" aria-label="Change your modules" onClick={onChangeModules}>
          Change
        </Button>
      </div>
      <ul className="mt-1 flex flex-wrap gap-2">
        {modules.map(({ id, module }) => (
          <li key={id} className="inline-flex">
            <Badge>{moduleLabel(module)}</Badge>
          </li>
        ))}
      </ul>
    </div>
  </Card>
)
