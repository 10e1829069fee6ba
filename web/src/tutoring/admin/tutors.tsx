import { TutorApproval } from '@medicready/domain/contract/tutoring/forms'
import type { AdminTutor } from '@medicready/domain/contract/tutoring/tutoring'
import type { TutorSituation } from '@medicready/domain/tutoring/shown/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type AsOf, useAsOf } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { momentColumn, numberColumn } from '../../dashboards/columns.tsx'
import { adminPages, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { calendarDayInWords } from '../../ui/words.ts'

export const tutorsQuery = (situation: TutorSituation | '', asOf: AsOf) =>
  adminPages('GET /api/admin/tutors', { query: { ...asOf, ...(situation !== '' && { situation }) } })

const situations = {
  applied: { word: 'Has applied', tone: 'warn' },
  approved: { word: 'Tutor', tone: 'ok' },
  declined: { word: 'Declined', tone: 'neutral' },
} as const
export const situationWord = (situation: TutorSituation): string => situations[situation].word

const columnsAt = (isToday: boolean): readonly AdminColumn<AdminTutor>[] => [
  { head: 'Name', className: 'min-w-36', value: ({ name }) => name },
  {
    head: 'Situation',
    className: 'whitespace-nowrap',
    value: ({ situation }) => situations[situation].word,
    cell: ({ situation }) => <Badge tone={situations[situation].tone}>{situations[situation].word}</Badge>,
  },
  {
    head: 'Decision',
    className: 'whitespace-nowrap',
    cell: (tutor) =>
      isToday &&
      tutor.situation === 'applied' && (
        <>
          <ApproveButton tutor={tutor} /> <DeclineButton tutor={tutor} />
        </>
      ),
  },
  { head: 'Email', value: ({ email }) => email },
  momentColumn('Applied (UTC)', ({ appliedAt }) => appliedAt),
  {
    head: 'Certification',
    className: 'min-w-48',
    value: ({ certificationNumber }) => certificationNumber,
    cell: ({ certificationNumber, certifiedUntil }) =>
      certifiedUntil === null ? certificationNumber : `${certificationNumber}, until ${calendarDayInWords(certifiedUntil)}`,
  },
  numberColumn({ head: 'Years', of: ({ yearsOfExperience }) => yearsOfExperience }),
  numberColumn({ head: 'Hours a week', of: ({ weeklyHours }) => weeklyHours }),
  numberColumn({
    head: 'Sessions held',
    of: ({ sessionsHeld }) => sessionsHeld,
    term: ({ name }) => `Sessions held, ${name}`,
    facts: ({ id: tutorId }) => ({ figure: 'sessions', tutorId }),
  }),
  numberColumn({
    head: 'Rating',
    of: ({ averageRating }) => averageRating,
    words: ({ averageRating, ratings }) => `${averageRating?.toFixed(1)} (${ratings})`,
    term: ({ name }) => `Rating, ${name}`,
    facts: ({ id: tutorId }) => [
      { figure: 'stars', tutorId },
      { figure: 'ratings', tutorId },
    ],
    how: () => 'The average of all ratings.',
  }),
  { head: 'About', className: 'min-w-80', value: ({ about }) => about },
]

export function Tutors({ situation }: { situation: TutorSituation | '' }) {
  const asOf = useAsOf()
  return (
    <AdminTable
      caption="Tutors and applications"
      columns={columnsAt(asOf.asOf === undefined)}
      list={useSuspenseInfiniteQuery(tutorsQuery(situation, asOf))}
      rowKey={({ id }) => id}
      file="tutors"
      empty={<EmptyState title="No matching tutors">Tutor applications appear here.</EmptyState>}
    />
  )
}

function ApproveButton({ tutor: { id, name } }: { tutor: AdminTutor }) {
  const approve = useAdminWrite('POST /api/admin/tutors/{id}/approve')
  return (
    <ReasonButton
      button="Approve"
      label={`Approve ${name}`}
      title={`Approve ${name}`}
      description="They become a tutor, get an email, and must sign in again."
      confirm="Approve the application"
      initial={{ backgroundCheckPassed: false }}
      schema={TutorApproval}
      onConfirm={async (body) => {
        await approve.mutateAsync({ params: { id }, body })
        return { title: 'Application approved', description: `${name} is a tutor now.` }
      }}
    >
      {({ field }) => <Checkbox {...field('backgroundCheckPassed')} label="The background check has passed" />}
    </ReasonButton>
  )
}

function DeclineButton({ tutor: { id, name } }: { tutor: AdminTutor }) {
  const decline = useAdminWrite('POST /api/admin/tutors/{id}/decline')
  return (
    <ReasonButton
      variant="ghost"
      button="Decline"
      label={`Decline ${name}`}
      title={`Decline ${name}`}
      description="The applicant gets an email with the reason and may apply again."
      confirm="Decline the application"
      isDestructive
      onConfirm={async (body) => {
        await decline.mutateAsync({ params: { id }, body })
        return { title: 'Application declined' }
      }}
    />
  )
}
