import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { itemText } from '@medicready/domain/questions/content/content-text'
import { correctAnswerOf } from '@medicready/domain/questions/content/item'
import type { Picture } from '@medicready/domain/questions/content/picture'
import { Check, FileQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { QuestionBadges } from '../../answering/question-card.tsx'
import { SoundPlayer } from '../../answering/sound-player.tsx'
import { TextTable } from '../../answering/text-table.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card, EmptyState } from '../../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { drawingOf, soundOf } from './drafts/picture-draft.ts'
import { ReviewRequestCauses } from './review-queue.tsx'

const sourceWords: Record<DoubtedQuestionInFull['source'], string> = { curated: 'Curated', ai: 'Generated', educator: "Educator's" }

export function QuestionInFull({ question }: { question: DoubtedQuestionInFull }) {
  const { content, module, version, source } = question
  return (
    <div className="grid max-w-[72ch] gap-5">
      <p className="flex flex-wrap gap-2">
        <ReviewRequestCauses entry={question} />
        {question.situation === 'retired' && <Badge tone="warn">Retired</Badge>}
        <QuestionBadges module={module} difficulty={content.difficulty} bloomsLevel={content.bloomsLevel} />
        <Badge>Version {version}</Badge>
        <Badge>{sourceWords[source]}</Badge>
      </p>
      {content.scenario && (
        <p className="text-sm whitespace-pre-line text-muted">
          {content.scenario.set}, part {content.scenario.part} of {content.scenario.of}. {content.scenario.patient}
        </p>
      )}
      <p className="text-lg whitespace-pre-line">{content.stem}</p>
      {content.picture && <QuestionPicture picture={content.picture} />}
      <Answer content={content} />
      <dl className="grid gap-3 text-sm">
        <Line term="Clinical pearl">{content.clinicalPearl}</Line>
        <Line term="References">
          <ul>
            {content.references.map((reference) => (
              <li key={reference}>{reference}</li>
            ))}
          </ul>
        </Line>
        <Line term="Guideline">
          {content.guideline.name}, {content.guideline.year}
        </Line>
        <Line term="Tags">
          {[content.tags.domain, content.tags.subTopic, content.tags.ageGroup, content.tags.judgmentStep].filter(Boolean).join(' · ')}
        </Line>
      </dl>
    </div>
  )
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
)

type Content = DoubtedQuestionInFull['content']

const Answer = ({ content }: { content: Content }) => (
  <ul className="grid gap-3">
    <li className="rounded-control border border-ok bg-ok-soft px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <Check aria-hidden className="size-4 text-ok" />
        {correctAnswerOf(content.item)}
        <span className="text-sm font-semibold text-ok">Correct answer</span>
      </p>
      <p className="mt-1 text-sm whitespace-pre-line">{content.explanation}</p>
      {content.explanationPicture && <QuestionPicture picture={content.explanationPicture} />}
    </li>
    {itemText(content.item)
      .filter(({ key }) => content.item.kind !== 'multiple_choice' || key !== `option:${content.item.key}`)
      .map(({ key, text }) => {
        const [words, ...why] = text.split('\n')
        return (
          <li key={key} className="rounded-control border border-hairline px-4 py-3">
            <p className="font-medium">{words}</p>
            {why.length > 0 && <p className="mt-1 text-sm whitespace-pre-line text-muted">{why.join('\n')}</p>}
          </li>
        )
      })}
  </ul>
)

export const QuestionPicture = ({ picture }: { picture: Picture }) =>
  picture.kind === 'table' ? (
    <div className="mt-2">
      <TextTable table={picture} />
    </div>
  ) : (
    <>
      <img
        src={drawingOf(picture)}
        alt={picture.alt || 'The picture of the question'}
        className="mt-2 block w-full rounded-control border border-hairline"
      />
      {picture.kind === 'sound' && <SoundPlayer soundUrl={soundOf(picture)} />}
    </>
  )

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card heading={title} className="[&>h2]:mb-4">
    {children}
  </Card>
)

export const QuestionNotFound = () => (
  <Card>
    <EmptyState title="Question Not Found" icon={FileQuestionMark}>
      The question you're looking for doesn't exist or has been removed.
    </EmptyState>
  </Card>
)

export const QuestionFiguresSkeleton = () => (
  <Card>
    <Skeleton className="h-7 w-72 max-w-full" />
    <Skeleton className="mt-5 h-28" />
    <div className="mt-6 grid gap-3">
      <SkeletonRows rows={4} className="h-16" />
    </div>
  </Card>
)
