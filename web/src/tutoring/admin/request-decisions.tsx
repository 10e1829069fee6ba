import { inWords } from '@medicready/domain/billing/money'
import { TutorChoice } from '@medicready/domain/contract/tutoring/forms'
import type { AdminTutor } from '@medicready/domain/contract/tutoring/tutoring'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { tutorsQuery } from './tutors.tsx'

interface RequestProps {
  request: { readonly id: string; readonly studentName: string; readonly tutorId: string | null }
}

export function ChooseTutorButton({ request: { id, studentName, tutorId: formerId } }: RequestProps) {
  const accept = useAdminWrite('POST /api/admin/tutoring-requests/{id}/accept')
  const assign = useAdminWrite('PUT /api/admin/tutoring-requests/{id}/tutor')
  const isNew = formerId === null
  return (
    <ReasonButton
      variant={isNew ? 'primary' : 'secondary'}
      button={isNew ? 'Accept' : 'Assign another tutor'}
      title={isNew ? `Accept the request of ${studentName}` : `Another tutor for ${studentName}`}
      description={
        isNew
          ? "The student gets an email with a payment link and then chooses from this tutor's available times."
          : 'Sessions that are not scheduled yet go to this tutor.'
      }
      confirm={isNew ? 'Accept the request' : 'Assign this tutor'}
      initial={{ tutorId: '' }}
      schema={TutorChoice}
      onConfirm={async (body) => {
        const sent = { params: { id }, body }
        if (isNew) {
          const { price } = await accept.mutateAsync(sent)
          return { title: 'Request accepted', description: `${studentName} is asked to pay ${inWords(price)}.` }
        }
        await assign.mutateAsync(sent)
        return { title: 'Tutor changed' }
      }}
    >
      {({ field }) => <TutorField {...field('tutorId')} without={formerId} />}
    </ReasonButton>
  )
}

interface TutorFieldProps {
  /** The tutor who already has the request. */
  without: string | null
  name: string
  value: string
  error: string | undefined
  onChange: (tutorId: string) => void
}

function TutorField({ without, ...field }: TutorFieldProps) {
  const { data: tutors, isError } = useInfiniteQuery(tutorsQuery('approved', {}))
  const others = (tutors ?? []).filter(({ id }) => id !== without)
  const none = tutors && others.length === 0 ? 'No tutors available' : 'Please choose'
  return (
    <SelectField
      {...field}
      label="Tutor"
      hint={isError ? 'The tutors could not be loaded.' : hintFor(others.find(({ id }) => id === field.value))}
      options={['', ...others.map(({ id }) => id)]}
      word={(tutor) => others.find(({ id }) => id === tutor)?.name ?? none}
    />
  )
}

const hintFor = (tutor: AdminTutor | undefined): string | undefined =>
  tutor &&
  [
    `${tutor.sessionsHeld} sessions held`,
    tutor.averageRating === null ? 'not rated yet' : `rated ${tutor.averageRating.toFixed(1)} of 5`,
    tutor.availability ? `hours in ${tutor.availability.timeZone.replaceAll('_', ' ')}` : 'has not set available hours',
  ].join(' · ')

export function DeclineRequestButton({ request: { id, studentName } }: RequestProps) {
  const decline = useAdminWrite('POST /api/admin/tutoring-requests/{id}/decline')
  return (
    <ReasonButton
      button="Decline"
      title={`Decline the request of ${studentName}`}
      description="The student gets an email with the reason."
      confirm="Decline the request"
      isDestructive
      onConfirm={async (body) => {
        await decline.mutateAsync({ params: { id }, body })
        return { title: 'Request declined' }
      }}
    />
  )
}

export function CancelRequestButton({ request: { id, studentName } }: RequestProps) {
  const cancel = useAdminWrite('POST /api/admin/tutoring-requests/{id}/cancel')
  return (
    <ReasonButton
      variant="ghost"
      title={`Cancel the request of ${studentName}`}
      description="Scheduled sessions are cancelled. Everything that was paid for and not held is refunded in full."
      confirm="Cancel the request"
      isDestructive
      onConfirm={async (body) => {
        const { refund } = await cancel.mutateAsync({ params: { id }, body })
        return { title: 'Request cancelled', description: refund.amount > 0 ? `${inWords(refund)} is paid back.` : 'Nothing was paid.' }
      }}
    />
  )
}
