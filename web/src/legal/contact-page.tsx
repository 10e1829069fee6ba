import type { CallsOf } from '@medicready/domain/contract/contract'
import { ContactMessage } from '@medicready/domain/contract/legal/forms'
import {
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_CONTACT_NAME_LENGTH,
  promisesInWords,
  type RequestKindName,
  requestKindNames,
  requestKinds,
} from '@medicready/domain/legal/shown/request-kinds'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { LinkOutcome } from '../page/link-outcome.tsx'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { EmailField } from '../shared/account-fields.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SelectField, TextField } from '../ui/field.tsx'

type Taken = CallsOf<'POST /api/contact'>['response']

const kindIn = (word: string | null): RequestKindName | '' => requestKindNames.find((kind) => kind === word) ?? ''

export default function ContactPage() {
  const [taken, setTaken] = useState<Taken | null>(null)
  return taken ? <Thanks taken={taken} /> : <ContactForm onTaken={setTaken} />
}

function ContactForm({ onTaken }: { onTaken: (taken: Taken) => void }) {
  const session = useSession()
  const [search] = useSearchParams()
  const user = session.state === 'signedIn' ? session.user : null
  const write = useWrite('POST /api/contact')
  const { form, fields, field, messageAt, isSending } = useForm({
    schema: ContactMessage,
    initial: {
      kind: kindIn(search.get('kind')),
      name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
      email: user?.email ?? '',
      message: '',
      website: '',
    },
    send: async (body) => onTaken(await write.mutateAsync({ body })),
    onRefused: (error, { showAt }) => showAt('root', friendlyMessage(error)),
  })
  const { website } = fields
  const [refusal, trap] = [messageAt('root'), messageAt('website')]

  return (
    <div className="mx-auto grid w-full max-w-xl gap-4">
      <PageTitle>Contact Admin Team</PageTitle>
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">Contact Admin Team</h1>
        <p className="mt-1 text-muted">A person reads every message. Choose a topic to see when you will hear from us.</p>
        <form {...form} className="mt-6 grid gap-5" aria-label="Contact Admin Team">
          <SelectField
            {...field('kind')}
            label="What is it about?"
            hint={hintFor(fields.kind)}
            required
            options={['', ...requestKindNames]}
            word={(kind) => (kind === '' ? 'Please choose' : requestKinds[kind].title)}
          />
          <TextField {...field('name')} label="Your name" required autoComplete="name" maxLength={MAX_CONTACT_NAME_LENGTH} />
          <EmailField {...field('email')} hint="We reply to this address." />
          <TextField {...field('message')} label="Message" required rows={7} maxLength={MAX_CONTACT_MESSAGE_LENGTH} />
          {/* A trap for programs that fill in every field. */}
          <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
            <label>
              Website
              <input
                name="website"
                value={website}
                onChange={({ target }) => field('website').onChange(target.value)}
                tabIndex={-1}
                autoComplete="off"
              />
            </label>
          </div>
          {(refusal || trap) && (
            <div role="alert">
              <Banner tone="bad" title={refusal ?? 'A hidden field was filled in.'}>
                {trap && 'Please clear it or reload this page.'}
              </Banner>
            </div>
          )}
          <Button type="submit" size="lg" wide loading={isSending} busy="Sending..." label="Send message" />
        </form>
      </Card>
      <LinkButton to={paths.legal()} variant="ghost" label="Back to the Legal Center" />
    </div>
  )
}

const hintFor = (kind: RequestKindName | ''): string | undefined =>
  kind === '' ? undefined : `${requestKinds[kind].about} You get ${promisesInWords(kind)}.`

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

function Thanks({ taken: { owed, isAcknowledged } }: { taken: Taken }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const promised = owed.map(({ what, by }) => `${what} by ${moment.format(new Date(by))}`).join(', and ')
  const mail = isAcknowledged ? ' We have sent you a confirmation email.' : ''
  return (
    <div className="mx-auto grid w-full max-w-md">
      <LinkOutcome title="We have your message" tone="good" words={`You get ${promised}.${mail}`} headingRef={heading}>
        <LinkButton to={paths.legal()} wide label="Back to the Legal Center" />
      </LinkOutcome>
    </div>
  )
}
