import { inWords } from '@medicready/domain/billing/money'
import type { AdminTutor, TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classList } from '../../ui/class-list.ts'
import { Field, fieldFrame } from '../../ui/field.tsx'
import { moneyOf, utcInstantOf } from '../dashboard/amounts.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'
import {
  useAcceptRequest,
  useApproveTutor,
  useAssignTutor,
  useCancelRequest,
  useCancelSession,
  useDeclineRequest,
  useDeclineTutor,
} from './commands.ts'
import { tutorsQuery } from './queries.ts'

/** What administrators decide about tutoring, each with its reason. */

interface OfRequest {
  request: { readonly id: string; readonly studentName: string; readonly tutorId: string | null }
  onClose: () => void
}

/** Accepts a request with a tutor for it, or gives an accepted one to another. */
export function ChooseTutor({ request: { id, studentName, tutorId: formerId }, onClose }: OfRequest) {
  const accept = useAcceptRequest()
  const assign = useAssignTutor()
  const [tutorId, setTutorId] = useState('')
  const isNew = formerId === null
  return (
    <ReasonDialog
      title={isNew ? `Accept the request of ${studentName}` : `Another tutor for ${studentName}`}
      description={
        isNew
          ? 'The student gets a mail with the way to pay, and then chooses times out of the hours of this tutor.'
          : 'Sessions that are not planned yet go to this tutor.'
      }
      confirm={isNew ? 'Accept the request' : 'Give it to this tutor'}
      isComplete={tutorId !== ''}
      onConfirm={async (reason) => {
        const sent = { params: { id }, body: { tutorId, reason } }
        if (isNew) {
          const { price } = await accept.mutateAsync(sent)
          return { title: 'Request accepted', description: `${studentName} is asked to pay ${inWords(price)}.` }
        }
        await assign.mutateAsync(sent)
        return { title: 'Tutor changed' }
      }}
      onClose={onClose}
    >
      {(isChecked) => (
        <TutorField
          without={formerId}
          value={tutorId}
          error={isChecked && tutorId === '' ? 'Please choose a tutor' : undefined}
          onChange={setTutorId}
        />
      )}
    </ReasonDialog>
  )
}

interface TutorFieldProps {
  /** Whose it is already. */
  without: string | null
  value: string
  error: string | undefined
  onChange: (tutorId: string) => void
}

function TutorField({ without, value, error, onChange }: TutorFieldProps) {
  const { data: tutors, isError } = useInfiniteQuery(tutorsQuery('approved', {}))
  const others = (tutors ?? []).filter(({ id }) => id !== without)
  return (
    <Field label="Tutor" error={error} hint={isError ? 'The tutors could not be loaded.' : hintFor(others.find(({ id }) => id === value))}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)} className={classList(fieldFrame, 'min-h-11')}>
          <option value="">{tutors && others.length === 0 ? 'There is no tutor to choose' : 'Please choose'}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const hintFor = (tutor: AdminTutor | undefined): string | undefined =>
  tutor &&
  [
    `${tutor.sessionsHeld} sessions held`,
    tutor.averageRating === null ? 'not rated yet' : `rated ${tutor.averageRating.toFixed(1)} of 5`,
    tutor.availability ? `hours in ${tutor.availability.timeZone.replaceAll('_', ' ')}` : 'has not said when they can be booked',
  ].join(' · ')

export function DeclineRequest({ request: { id, studentName }, onClose }: OfRequest) {
  const decline = useDeclineRequest()
  return (
    <ReasonDialog
      title={`Decline the request of ${studentName}`}
      description="The student gets a mail with the reason."
      confirm="Decline the request"
      isDestructive
      onConfirm={async (reason) => {
        await decline.mutateAsync({ params: { id }, body: { reason } })
        return { title: 'Request declined' }
      }}
      onClose={onClose}
    />
  )
}

export function CancelRequest({ request: { id, studentName }, onClose }: OfRequest) {
  const cancel = useCancelRequest()
  return (
    <ReasonDialog
      title={`Cancel the request of ${studentName}`}
      description="Planned sessions are cancelled with it, and all that was paid for and not held is paid back in full."
      confirm="Cancel the request"
      isDestructive
      onConfirm={async (reason) => {
        const { refund } = await cancel.mutateAsync({ params: { id }, body: { reason } })
        return { title: 'Request cancelled', description: refund.amount > 0 ? `${inWords(refund)} is paid back.` : 'Nothing was paid.' }
      }}
      onClose={onClose}
    />
  )
}

export function CancelSession({ session, onClose }: { session: TutoringSession; onClose: () => void }) {
  const cancel = useCancelSession()
  return (
    <ReasonDialog
      title={`Cancel the session of ${session.studentName}`}
      description={`${utcInstantOf(session.startsAt)} UTC with ${session.tutorName}. All of its price, ${moneyOf(session.amount)}, is paid back.`}
      confirm="Cancel the session"
      isDestructive
      onConfirm={async (reason) => {
        const { refund } = await cancel.mutateAsync({ params: { id: session.requestId, sessionId: session.id }, body: { reason } })
        return { title: 'Session cancelled', description: `${inWords(refund)} is paid back.` }
      }}
      onClose={onClose}
    />
  )
}

export function ApproveTutor({ tutor, onClose }: { tutor: AdminTutor; onClose: () => void }) {
  const approve = useApproveTutor()
  const [hasPassed, setHasPassed] = useState(false)
  return (
    <ReasonDialog
      title={`Approve ${tutor.name}`}
      description="They get the role of a tutor and are told by mail. Whoever gets a role signs in anew."
      confirm="Approve the application"
      isComplete={hasPassed}
      onConfirm={async (reason) => {
        await approve.mutateAsync({ params: { id: tutor.id }, body: { backgroundCheckPassed: true, reason } })
        return { title: 'Application approved', description: `${tutor.name} is a tutor now.` }
      }}
      onClose={onClose}
    >
      {(isChecked) => (
        <Checkbox
          name="backgroundCheckPassed"
          label="The background check has passed"
          checked={hasPassed}
          error={isChecked && !hasPassed ? 'Please confirm that the background check has passed' : undefined}
          onChange={setHasPassed}
        />
      )}
    </ReasonDialog>
  )
}

export function DeclineTutor({ tutor, onClose }: { tutor: AdminTutor; onClose: () => void }) {
  const decline = useDeclineTutor()
  return (
    <ReasonDialog
      title={`Decline ${tutor.name}`}
      description="The applicant gets a mail with the reason, and may apply again."
      confirm="Decline the application"
      isDestructive
      onConfirm={async (reason) => {
        await decline.mutateAsync({ params: { id: tutor.id }, body: { reason } })
        return { title: 'Application declined' }
      }}
      onClose={onClose}
    />
  )
}
