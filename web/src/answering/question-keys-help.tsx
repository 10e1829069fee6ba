import { Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { switchQuestionKeys, useQuestionKeysSwitch } from './question-keys.ts'

interface QuestionKeysHelpProps {
  onClose: () => void
  /** Leaves out the key that flags where nothing can be flagged. */
  flags?: boolean
  /** Leaves out the key that shows the answer where it is shown at once. */
  showsAnswer?: boolean
}

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid min-h-7 min-w-7 place-items-center rounded-control border border-control bg-sunken px-1.5 font-sans text-xs font-semibold">
    {children}
  </kbd>
)

const keys = [
  { name: 'select', keys: ['1', '–', '4'], or: ['A', '–', 'D'], does: 'Select a choice' },
  { name: 'strike', keys: ['Shift', '+', 'A', '–', 'D'], does: 'Strike a choice out, or take it back' },
  { name: 'proceed', keys: ['Enter'], does: 'Submit the answer, then go on' },
  { name: 'flag', keys: ['F'], does: 'Flag the question for review' },
  { name: 'showAnswer', keys: ['S'], does: 'Show the answer' },
  { name: 'help', keys: ['?'], does: 'Show these keys' },
]

const Combination = ({ parts }: { parts: string[] }) =>
  parts.map((part) => (/^[–+]$/.test(part) ? <span key={part}>{part}</span> : <Key key={part}>{part}</Key>))

/** Tells the keys of a question and switches them on and off. */
export default function QuestionKeysHelp({ onClose, flags = false, showsAnswer = false }: QuestionKeysHelpProps) {
  const on = useQuestionKeysSwitch()
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      <dl className="grid gap-3 text-sm">
        {keys
          .filter(({ name }) => (flags || name !== 'flag') && (showsAnswer || name !== 'showAnswer'))
          .map(({ name, keys: combination, or, does }) => (
            <div key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
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
        <Switch label="Use keyboard shortcuts" hint="Kept for this browser." checked={on} onChange={switchQuestionKeys} />
      </div>
    </Dialog>
  )
}
