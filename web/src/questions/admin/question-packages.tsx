import { Download, Upload } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { ApiError, friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

interface QuestionPackagesProps {
  /** The filters of the list; empty for all. */
  module: string
  kind: string
}

type Outcome =
  | { readonly kind: 'added'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string; readonly faults: readonly { path: string; message: string }[] }

const count = (questions: number): string => (questions === 1 ? '1 question' : `${questions} questions`)

const addedWords = ({ added, known }: { added: number; known: number }): string =>
  known === 0 ? `${count(added)} added.` : `${count(added)} added; ${known} had been added before.`

export function QuestionPackages({ module, kind }: QuestionPackagesProps) {
  const importPackage = useAdminWrite('POST /api/admin/questions/package')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const inputId = useId()
  const wanted = new URLSearchParams({ ...(module && { module }), ...(kind && { kind }) })

  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Lets the same file be chosen again after it was fixed.
    target.value = ''
    if (!file) return
    setOutcome(null)
    try {
      setOutcome({ kind: 'added', words: addedWords(await importPackage.mutateAsync({ body: file })) })
    } catch (error) {
      if (isSignedOut(error)) return
      const faults = error instanceof ApiError ? (error.body?.issues ?? []) : []
      setOutcome({ kind: 'refused', words: friendlyMessage(error), faults })
    }
  }

  return (
    <Card aria-labelledby={`${inputId}-title`} className="grid gap-4">
      <div>
        <h2 id={`${inputId}-title`} className="text-lg font-semibold">
          Packages
        </h2>
        <p className="mt-1 max-w-[72ch] text-sm text-muted">
          Import your own questions, or export ours for other programs, as QTI 3.0: multiple choice, multiple response, order, and match.
          Imported questions must all meet the rules of the bank and start on trial. An export lists what it cannot include in left-out.txt.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <label
          htmlFor={inputId}
          className={`${buttonClasses()} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
        >
          <Upload aria-hidden className="size-4" />
          {importPackage.isPending ? 'Importing...' : 'Import a package'}
          <input
            id={inputId}
            type="file"
            accept=".zip,application/zip"
            disabled={importPackage.isPending}
            onChange={(event) => void send(event)}
            className="sr-only"
          />
        </label>
        <a href={`/api/admin/questions/package?${wanted}`} download className={buttonClasses({ variant: 'secondary' })}>
          <Download aria-hidden className="size-4" />
          Export these questions
        </a>
      </div>
      <div role="status" className="grid gap-2 text-sm empty:hidden">
        {outcome && <p className={outcome.kind === 'added' ? 'font-medium text-ok' : 'font-medium text-bad'}>{outcome.words}</p>}
        {outcome?.kind === 'refused' && outcome.faults.length > 0 && (
          <>
            <ul className="max-h-80 list-disc overflow-y-auto pl-5">
              {outcome.faults.map(({ path, message }) => (
                <li key={`${path}${message}`} className="break-words">
                  {path && <span className="font-medium">{path}: </span>}
                  {message}
                </li>
              ))}
            </ul>
            <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setOutcome(null)}>
              Clear
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}
