import { Keyboard } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import type { Answering } from './answering.ts'

const QuestionKeysHelp = lazy(() => import('./question-keys-help.tsx'))

/** Tells the keys of the question. Phones have none. */
export const QuestionKeysButton = ({ answering: { question, keys, flag, answer, closedBook } }: { answering: Answering }) => (
  <>
    <IconButton label="Keyboard shortcuts" className="text-muted max-sm:hidden" onClick={() => keys.showHelp(true)}>
      <Keyboard aria-hidden className="size-5" />
    </IconButton>
    <Suspense>
      {keys.helpOpen && (
        <QuestionKeysHelp
          item={question.item}
          flags={flag.canFlag}
          showsAnswer={!answer.showsAtOnce}
          closedBook={closedBook}
          onClose={() => keys.showHelp(false)}
        />
      )}
    </Suspense>
  </>
)
