import type { UserModule } from '@medicready/domain/contract/study'
import { moduleLabel } from '@medicready/domain/study/modules'
import { Layers } from 'lucide-react'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { WaysToStudy, type WayToStudy } from './ways-to-study.tsx'

/** A way to study gets its place here when its screen exists. */
const otherWays: WayToStudy[] = [
  { title: 'Manage Modules', text: 'Choose what you study and see how each goes', to: paths.modules(), icon: Layers },
]

/** Ways to study beside today's questions, and the modules that they draw from. */
export const StudyOptions = ({ modules, onChangeModules }: { modules: readonly UserModule[]; onChangeModules: () => void }) => (
  <Card className="grid gap-4" aria-labelledby="other-study-options">
    <h2 id="other-study-options" className="text-lg font-semibold">
      Other Study Options
    </h2>
    <WaysToStudy ways={otherWays} />
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
