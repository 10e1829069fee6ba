import type { AskedItem } from '@medicready/domain/contract/questions/questions'
import { Dialog } from '../ui/dialog.tsx'
import { rowLetter } from '../ui/radio-rows.tsx'
import { Switch } from '../ui/switch.tsx'
import { keyWords, lettered } from './answer/item-answer.ts'
import { flagKey, switchQuestionKeys, useQuestionKeysSwitch } from './answer/question-keys.ts'
import { looksUp, tools } from './tools/tool-keys.ts'

interface QuestionKeysHelpProps {
  item: AskedItem
  onClose: () => void
  flags?: boolean
  showsAnswer?: boolean
  closedBook?: boolean
}

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid min-h-7 min-w-7 place-items-center rounded-control border border-control bg-sunken px-1.5 font-sans text-xs font-semibold">
    {children}
  </kbd>
)

interface KeyHelp {
  readonly keys: readonly string[]
  readonly or?: readonly string[]
  readonly does: string
}

function choiceKeys(item: AskedItem): readonly KeyHelp[] {
  const count = lettered(item).length
  if (count === 0) return []
  const letters = ['A', '–', rowLetter(count - 1)]
  if (item.kind === 'drag_drop')
    return [
      { keys: letters, does: keyWords[item.kind] },
      { keys: ['1', '–', String(item.boxes.length)], does: 'Put it into a box' },
    ]
  return [
    { keys: ['1', '–', String(count)], or: letters, does: keyWords[item.kind] },
    { keys: ['Shift', '+', ...letters], does: 'Strike a choice out, or take it back' },
  ]
}

const Combination = ({ parts }: { parts: readonly string[] }) =>
  parts.map((part) => (/^[–+]$/.test(part) ? <span key={part}>{part}</span> : <Key key={part}>{part}</Key>))

export default function QuestionKeysHelp({ item, onClose, flags = false, showsAnswer = false, closedBook = false }: QuestionKeysHelpProps) {
  const on = useQuestionKeysSwitch()
  const shown: readonly KeyHelp[] = [
    ...choiceKeys(item),
    { keys: ['Enter'], does: 'Submit the answer, then go on' },
    ...(flags ? [{ keys: [flagKey(lettered(item).length)], does: 'Flag the question for review' }] : []),
    ...(showsAnswer ? [{ keys: ['S'], does: 'Show the answer' }] : []),
    ...tools.filter(({ tool }) => !closedBook || !looksUp(tool)).map(({ key, does }) => ({ keys: [key], does })),
    { keys: ['?'], does: 'Show these keys' },
  ]
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      <dl className="grid gap-3 text-sm">
        {shown.map(({ keys: combination, or, does }) => (
          <div key={does} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
            <dt>{does}</dt>
            <dd className="flex items-center gap-1.5 text-muted">
              <Combination parts={combination} />
              {or && (
                <>
                  <span className="px-1">or</span>
                  <Combination parts={or} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-hairline pt-4">
        <Switch label="Use keyboard shortcuts" hint="Saved in this browser." checked={on} onChange={switchQuestionKeys} />
      </div>
    </Dialog>
  )
}
