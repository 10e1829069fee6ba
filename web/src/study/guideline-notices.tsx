import type { GuidelineNotice } from '@medicready/domain/contract/questions/guideline-notices'
import { useQuery } from '@tanstack/react-query'
import { rooms } from '../api/query-keys.ts'
import { readQuery } from '../api/read.ts'
import { attempt, useRefetching, useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'

export const guidelineNoticesQuery = readQuery([...rooms.study, 'guidelineNotices'], 'GET /api/user/guideline-notices')

/** What a learner has learned and is no longer so. Where nothing is known of it, nothing is shown. */
export const GuidelineNotices = () =>
  useQuery(guidelineNoticesQuery).data?.map((notice) => <Notice key={notice.changeId} notice={notice} />)

function Notice({ notice: { changeId, source, section, year, what, why, questions } }: { notice: GuidelineNotice }) {
  const dismiss = useWrite('POST /api/user/guideline-notices/{id}/dismiss', useRefetching(guidelineNoticesQuery.queryKey))
  return (
    <Card className="grid gap-3" aria-labelledby={changeId}>
      <CardTitle id={changeId}>This changed in {year}</CardTitle>
      <p>
        {what} {why}
      </p>
      <p className="text-sm text-muted">
        {source}
        {section && `: ${section}`}
      </p>
      <div>
        <p className="text-sm">You answered before the change:</p>
        <ul className="grid text-sm">
          {questions.map(({ questionId, stem }) => (
            <li key={questionId} className="line-clamp-2">
              <TextLink to={paths.question(questionId)}>{stem}</TextLink>
            </li>
          ))}
        </ul>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-describedby={changeId}
        loading={dismiss.isPending}
        onClick={() => void attempt(() => dismiss.mutateAsync({ params: { id: changeId } }))}
        label="Got It"
      />
    </Card>
  )
}
