import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Difference } from './difference.tsx'
import { questionVersionsQuery } from './queries.ts'

interface VersionChangesProps {
  questionId: DoubtedQuestionInFull['questionId']
  version: number
}

/** What a version says otherwise than the one before it, for those who ask. */
export function VersionChanges({ questionId, version }: VersionChangesProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: versions, isError } = useQuery({ ...questionVersionsQuery(questionId), enabled: isOpen })
  const contentOf = (number: number) => versions?.find((each) => each.version === number)?.content
  const [from, to] = [contentOf(version - 1), contentOf(version)]
  return (
    <div className="mt-1 grid gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 justify-self-start text-muted"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide changes' : 'Show changes'} of version ${version}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide changes' : 'Show changes'}
      </Button>
      {isOpen && isError && <p className="text-sm text-bad">The versions could not be loaded.</p>}
      {isOpen && from && to && <Difference from={from} to={to} />}
    </div>
  )
}
