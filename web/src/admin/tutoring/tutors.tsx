import type { AdminTutor } from '@medicready/domain/contract/tutoring/tutoring'
import type { TutorSituation } from '@medicready/domain/tutoring/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { WhyNumber } from '../dashboard/why.tsx'
import { ApproveTutor, DeclineTutor } from './decisions.tsx'
import { tutorsQuery } from './queries.ts'
import { Situation, situationWord } from './tutor-situation.tsx'

/** Tutors and applications, with the decision on those that wait. */
export function Tutors({ situation }: { situation: TutorSituation | '' }) {
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(tutorsQuery(situation, asOf))
  const [decided, setDecided] = useState<{ tutor: AdminTutor; as: 'approved' | 'declined' } | null>(null)
  const close = () => setDecided(null)
  const columns: AdminColumn<AdminTutor>[] = [
    { head: 'Name', className: 'min-w-36', csv: ({ name }) => name, cell: ({ name }) => name },
    {
      head: 'Situation',
      className: 'whitespace-nowrap',
      csv: (tutor) => situationWord(tutor.situation),
      cell: (tutor) => <Situation situation={tutor.situation} />,
    },
    {
      head: 'Decision',
      className: 'whitespace-nowrap',
      cell: (tutor) =>
        // What is decided is decided today.
        asOf.asOf === undefined &&
        tutor.situation === 'applied' && (
          <>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Approve ${tutor.name}`}
              onClick={() => setDecided({ tutor, as: 'approved' })}
            >
              Approve
            </Button>{' '}
            <Button variant="ghost" size="sm" aria-label={`Decline ${tutor.name}`} onClick={() => setDecided({ tutor, as: 'declined' })}>
              Decline
            </Button>
          </>
        ),
    },
    { head: 'Email', csv: ({ email }) => email, cell: ({ email }) => email },
    {
      head: 'Applied (UTC)',
      className: 'min-w-44 tabular-nums',
      csv: ({ appliedAt }) => appliedAt,
      cell: ({ appliedAt }) => utcInstantOf(appliedAt),
    },
    {
      head: 'Certification',
      className: 'min-w-48',
      csv: ({ certificationNumber }) => certificationNumber,
      cell: ({ certificationNumber, certifiedUntil }) =>
        certifiedUntil === null ? certificationNumber : `${certificationNumber}, until ${calendarDayInWords(certifiedUntil)}`,
    },
    {
      head: 'Years',
      isNumber: true,
      csv: ({ yearsOfExperience }) => yearsOfExperience,
      cell: ({ yearsOfExperience }) => yearsOfExperience,
    },
    { head: 'Hours a week', isNumber: true, csv: ({ weeklyHours }) => weeklyHours, cell: ({ weeklyHours }) => weeklyHours },
    {
      head: 'Sessions held',
      isNumber: true,
      csv: ({ sessionsHeld }) => sessionsHeld,
      cell: ({ id: tutorId, name, sessionsHeld }) => (
        <WhyNumber term={`Sessions held, ${name}`} why={{ parts: [{ figure: 'sessions', tutorId }] }}>
          {numberOf(sessionsHeld)}
        </WhyNumber>
      ),
    },
    {
      head: 'Rating',
      isNumber: true,
      csv: ({ averageRating }) => averageRating,
      cell: ({ id: tutorId, name, averageRating, ratings }) =>
        averageRating === null ? (
          '–'
        ) : (
          <WhyNumber
            term={`Rating, ${name}`}
            why={{
              how: 'The stars that were given, divided by how many ratings there are.',
              parts: [
                { figure: 'stars', tutorId },
                { figure: 'ratings', tutorId },
              ],
            }}
          >
            {`${averageRating.toFixed(1)} (${ratings})`}
          </WhyNumber>
        ),
    },
    { head: 'About', className: 'min-w-80', csv: ({ about }) => about, cell: ({ about }) => about },
  ]
  return (
    <>
      <AdminTable
        caption="Tutors and applications"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        list={list}
        file="tutors"
        empty={<EmptyState title="Nobody like that">Whoever applies as a tutor stands here.</EmptyState>}
      />
      {decided?.as === 'approved' && <ApproveTutor tutor={decided.tutor} onClose={close} />}
      {decided?.as === 'declined' && <DeclineTutor tutor={decided.tutor} onClose={close} />}
    </>
  )
}
