import { DELETION_DAYS } from '@medicready/domain/accounts/personal-data-rules'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useRequestDeletion } from '../api/deletion.ts'
import { ApiError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import { KeepAccountButton } from '../api/keep-account-button.tsx'
import { useUser } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOf } from '../ui/words.ts'

/** The way out, and for some days the way back. */
export function DeleteAccount() {
  const { eraseAt } = useUser()
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card aria-labelledby="delete-account" className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} id="delete-account" className="text-lg font-semibold outline-none">
          Delete account
        </h2>
        <p className="mt-1 text-sm text-muted">
          {eraseAt === null
            ? `Your account and all that says who you are, deleted for good, ${DELETION_DAYS} days after you ask for it.`
            : `Your account will be deleted on ${dayOf(eraseAt)}. Until then everything works as before, and you can keep it.`}
        </p>
      </div>
      <div>
        {eraseAt === null ? (
          <Button variant="destructive" onClick={() => setIsAsking(true)}>
            Delete account
          </Button>
        ) : (
          <KeepAccountButton onKept={() => heading.current?.focus()} />
        )}
      </div>
      <DeletionDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </Card>
  )
}

const consequences = [
  `For ${DELETION_DAYS} days you can sign in and keep your account. A mail says until when.`,
  'Then your name, addresses, phone number and words are destroyed for good. Nobody can bring them back, neither can we.',
  'Your answers stay in the statistics of the questions and in the leaderboard, under no name.',
  'Your email address is free for a new account.',
]

function DeletionDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const form = useId()
  const request = useRequestDeletion()

  const close = () => {
    setPassword('')
    setError(undefined)
    onClose()
  }
  const refuse = (words: string) => {
    setError(words)
    field.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (request.isPending) return
    if (password === '') return refuse('Please enter your password.')
    try {
      await request.mutateAsync({ body: { password } })
      close()
      toast({ title: 'Your account will be deleted', description: `You have ${DELETION_DAYS} days to change your mind.` })
    } catch (failure) {
      if (failure instanceof ApiError && (failure.code === 'passwordWrong' || failure.code === 'tooManyRequests'))
        return refuse(friendlyMessage(failure))
      if (!isSignedOut(failure)) toast({ title: 'Error', description: friendlyMessage(failure), variant: 'destructive' })
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title="Delete your account?"
      description="This is what happens then:"
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="destructive" loading={request.isPending}>
            {request.isPending ? 'Deleting...' : `Delete in ${DELETION_DAYS} days`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ul className="grid list-disc gap-2 pl-5 text-sm">
          {consequences.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <Field label="Your password" error={error} hint="So that nobody else can do this at an open browser.">
          {(control) => (
            <Input
              {...control}
              ref={field}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => {
                setPassword(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
