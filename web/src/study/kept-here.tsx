import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../api/session.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { countOf } from '../ui/words.ts'
import { keptWords, useKeeping } from './keep-ahead-button.tsx'
import { type Kept, keptQuery, leftIn } from './keep-studies.ts'

const STEM_LETTERS = 60
const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

const firstWords = (stem: string): string => (stem.length <= STEM_LETTERS ? stem : `${stem.slice(0, STEM_LETTERS).trimEnd()}…`)

function placeOf(kept: Kept): { title: string; to: string } {
  if (Array.isArray(kept)) return { title: studyModeRules.daily.name, to: paths.studySession({ mode: 'daily' }) }
  if ('stem' in kept) return { title: `“${firstWords(kept.stem)}”`, to: paths.question(kept.id) }
  const { id, mode, startedAt } = kept.session
  const title = `${studyModeRules[mode].name}, begun ${timeOfDay.format(new Date(startedAt))}`
  return { title, to: paths.studySession({ session: id }) }
}

export default function KeptHere() {
  const { data: kept = [] } = useQuery(keptQuery(useUser().id))
  const { removeKept } = useKeeping()
  const [isRemoving, setRemoving] = useState(false)
  const waiting = waitingAnswers.useValue()
  const waits = (questionId: string, studySessionId: string | null) =>
    waiting.some((each) => each.refusal === null && each.questionId === questionId && each.studySessionId === studySessionId)
  const removeAll = async () => {
    setRemoving(true)
    await removeKept(kept.map(({ name }) => name))
    setRemoving(false)
    // The button disappears with what it removed.
    document.getElementById('main')?.focus()
  }
  if (kept.length === 0) return null
  const bytes = kept.reduce((sum, each) => sum + each.bytes, 0)
  const pictures = kept.reduce((sum, each) => sum + each.pictures, 0)
  return (
    <Card heading="Saved on This Device" className="grid gap-2">
      <p className="text-sm text-muted">
        Questions that you can answer offline. They are removed from this device when they expire and when you log out.
      </p>
      <ul className="divide-y divide-hairline">
        {kept.map(({ name, value }) => {
          const { title, to } = placeOf(value as Kept)
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-52 flex-1">
                <span className="font-medium">{title}</span>{' '}
                <span className="text-sm text-muted tabular-nums">{countOf(leftIn(value as Kept, waits), 'question')} left</span>
              </span>
              <LinkButton to={to} size="sm" variant="secondary" aria-label={`Open ${title}`} label="Open" />
            </li>
          )
        })}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted tabular-nums">
        {keptWords({ bytes, pictures })} in all
        <Button variant="ghost" size="sm" loading={isRemoving} onClick={() => void removeAll()} label="Remove all from this device" />
      </p>
    </Card>
  )
}
