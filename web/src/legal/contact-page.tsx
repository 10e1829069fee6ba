import type { CallsOf } from '@medicready/domain/contract/contract'
import { MAX_CONTACT_MESSAGE_LENGTH, MAX_CONTACT_NAME_LENGTH } from '@medicready/domain/legal/contact-rules'
import { promisesInWords, type RequestKindName, requestKindNames, requestKinds } from '@medicready/domain/legal/request-kinds'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { friendlyMessage } from '../api/errors.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { LinkOutcome } from '../page/link-outcome.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, fieldFrame, Input } from '../ui/field.tsx'
import { focusFirstFault } from '../ui/focus-first-fault.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { type ContactDraft, type ContactFaults, contactFaults } from './contact-draft.ts'

type Taken = CallsOf<'POST /api/contact'>['response']

const kindIn = (word: string | null): RequestKindName | '' => requestKindNames.find((kind) => kind === word) ?? ''

/** Writes to the Admin Team, signed in or not. */
export default function ContactPage() {
  const [taken, setTaken] = useState<Taken | null>(null)
  return taken ? <Thanks taken={taken} /> : <ContactForm onTaken={setTaken} />
}

function ContactForm({ onTaken }: { onTaken: (taken: Taken) => void }) {
  const session = useSession()
  const [search] = useSearchParams()
  const user = session.state === 'signedIn' ? session.user : null
  const [draft, setDraft] = useState<ContactDraft>({
    kind: kindIn(search.get('kind')),
    name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
    email: user?.email ?? '',
    message: '',
    website: '',
  })
  const [faults, setFaults] = useState<ContactFaults>({})
  const form = useRef<HTMLFormElement>(null)
  const write = useWrite('POST /api/contact', { onSuccess: onTaken })

  const change = (changed: Partial<ContactDraft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    setFaults((before) => ({ ...before, ...Object.fromEntries(Object.keys(changed).map((name) => [name, undefined])) }))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { kind, website: _, ...said } = draft
    const found = contactFaults(draft)
    setFaults(found)
    if (kind === '' || Object.keys(found).length > 0) return focusFirstFault(form.current)
    if (!write.isPending) write.mutate({ body: { kind, ...said } })
  }
  const input = (name: 'name' | 'email' | 'message' | 'website') => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  return (
    <div className="mx-auto grid w-full max-w-xl gap-4">
      <PageTitle>Contact Admin Team</PageTitle>
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">Contact Admin Team</h1>
        <p className="mt-1 text-muted">A person reads every message. Choose a topic to see when you will hear from us.</p>
        <form ref={form} noValidate onSubmit={send} className="mt-6 grid gap-5" aria-label="Contact Admin Team">
          <Field label="What is it about?" error={faults.kind} hint={hintFor(draft.kind)}>
            {(control) => (
              <select
                {...control}
                name="kind"
                required
                className={classList(fieldFrame, 'min-h-11')}
                value={draft.kind}
                onChange={({ target }) => change({ kind: kindIn(target.value) })}
              >
                <option value="">Please choose</option>
                {requestKindNames.map((kind) => (
                  <option key={kind} value={kind}>
                    {requestKinds[kind].title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Your name" error={faults.name}>
            {(control) => <Input {...control} {...input('name')} required autoComplete="name" maxLength={MAX_CONTACT_NAME_LENGTH} />}
          </Field>
          <Field label="Email" error={faults.email} hint="We reply to this address.">
            {(control) => (
              <Input {...control} {...input('email')} required type="email" autoComplete="email" inputMode="email" maxLength={254} />
            )}
          </Field>
          <Field label="Message" error={faults.message}>
            {(control) => (
              <textarea
                {...control}
                {...input('message')}
                required
                rows={7}
                maxLength={MAX_CONTACT_MESSAGE_LENGTH}
                className={classList(fieldFrame, 'resize-y py-2.5')}
              />
            )}
          </Field>
          {/* For programs that fill in whatever they find. */}
          <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
            <label>
              Website
              <input {...input('website')} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          {(write.isError || faults.website) && (
            <div role="alert">
              <Banner tone="bad" title={write.isError ? friendlyMessage(write.error) : 'A hidden field was filled in.'}>
                {faults.website && 'Please clear it or reload this page.'}
              </Banner>
            </div>
          )}
          <Button type="submit" size="lg" wide loading={write.isPending}>
            {write.isPending ? 'Sending...' : 'Send message'}
          </Button>
        </form>
      </Card>
      <LinkButton to={paths.legal()} variant="ghost">
        Back to the Legal Center
      </LinkButton>
    </div>
  )
}

const hintFor = (kind: RequestKindName | ''): string | undefined =>
  kind === '' ? undefined : `${requestKinds[kind].about} You get ${promisesInWords(kind)}.`

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

function Thanks({ taken: { owed, isAcknowledged } }: { taken: Taken }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that held the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const promised = owed.map(({ what, by }) => `${what} by ${moment.format(new Date(by))}`).join(', and ')
  const mail = isAcknowledged ? ' We have sent you a confirmation email.' : ''
  return (
    <div className="mx-auto grid w-full max-w-md">
      <LinkOutcome title="We have your message" tone="good" words={`You get ${promised}.${mail}`} headingRef={heading}>
        <LinkButton to={paths.legal()} wide>
          Back to the Legal Center
        </LinkButton>
      </LinkOutcome>
    </div>
  )
}
