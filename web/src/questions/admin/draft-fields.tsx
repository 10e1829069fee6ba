import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import type { DoubtedQuestionInFull, QuestionStatistics } from '@medicready/domain/contract/questions/review-requests'
import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS, QuestionContent, type ScenarioPart } from '@medicready/domain/questions/content/content'
import { askedItem, choicesOf, correctAnswerOf, type Item, keyOf } from '@medicready/domain/questions/content/item'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { ageGroups, bloomsLevels, difficulties, judgmentSteps, longest, nremtDomains } from '@medicready/domain/questions/shown/terms'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { changeDraft, emptyDraft } from '../../answering/answer/answer-draft.ts'
import { draftOf } from '../../answering/answer/item-answer.ts'
import { ItemView } from '../../answering/question-card.tsx'
import { api } from '../../api/client.ts'
import type { useForm } from '../../api/form.ts'
import { rooms } from '../../api/query-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type FieldOf, SelectField, TextField } from '../../ui/field.tsx'
import { type ContentDraft, type ContentErrors, contentOf, fieldsOf, inFields, itemOf, refusedFields } from './drafts/content-draft.ts'
import { drawingOf } from './drafts/picture-draft.ts'
import { ItemEditor } from './item-editor.tsx'
import { PictureEditor } from './picture-editor.tsx'
import { QuestionPicture } from './question-in-full.tsx'

const PAUSE_MILLISECONDS = 600

interface DraftCheck {
  /** `unfinished`: the rules are checked once every field is filled in. */
  readonly state: 'unfinished' | 'checking' | 'checked' | 'failed'
  readonly findings: readonly DraftFinding[]
}

const isMissing = (input: unknown) => input === '' || Number.isNaN(input)

/** Runs the server's rules on the draft after each pause in typing. Saves nothing. */
function useDraftCheck(draft: ContentDraft, questionId: string | null): DraftCheck {
  const [settled, setSettled] = useState(draft)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(draft), PAUSE_MILLISECONDS)
    return () => clearTimeout(pause)
  }, [draft])
  const content = contentOf(settled)
  const isWhole = !QuestionContent.safeParse(content, { reportInput: true }).error?.issues.some(({ input }) => isMissing(input))
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [...rooms.admin, 'draftCheck', questionId, JSON.stringify(content)],
    queryFn: ({ signal }) => api('POST /api/admin/questions/check', { body: { questionId, content: { ...content } }, signal }),
    enabled: isWhole,
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  if (!isWhole) return { state: 'unfinished', findings: [] }
  if (isError) return { state: 'failed', findings: [] }
  const isCurrent = data && !isPlaceholderData && settled === draft
  return { state: isCurrent ? 'checked' : 'checking', findings: data?.findings ?? [] }
}

type DraftForm = ReturnType<typeof useForm<{ content: ContentDraft; acceptWarnings: boolean }, unknown>>

interface DraftFieldsProps extends Pick<DraftForm, 'field' | 'issuesAt'> {
  /** Null for a new question. */
  questionId: string | null
  revised?: { content: DoubtedQuestionInFull['content']; statistics: QuestionStatistics | undefined }
}

export function DraftFields({ field, issuesAt, questionId, revised }: DraftFieldsProps) {
  const { value: draft, onChange } = field('content')
  const check = useDraftCheck(draft, questionId)
  const found = inFields(check.findings.filter(({ level }) => level === 'error'))
  const told = refusedFields(issuesAt('content'))
  const errors = { ...found.fields, ...told.fields }
  const general = [...new Set([...told.general, ...found.general])]
  return (
    <div className="grid gap-6">
      <ContentEditor draft={draft} errors={errors} onChange={onChange} chosenBy={revised ? sharesOf(revised) : noAnswers} />
      <QuestionPreview draft={draft} />
      <Findings check={check} errors={errors} general={general} acceptWarnings={field('acceptWarnings')} />
    </div>
  )
}

const noAnswers: ReadonlyMap<string, number> = new Map()

/** Percent by choice id. The statistics list choices in the order of the item. */
function sharesOf({ content, statistics }: NonNullable<DraftFieldsProps['revised']>): ReadonlyMap<string, number> {
  if (!statistics || statistics.answers === 0) return noAnswers
  return new Map(choicesOf(content.item).map(({ id }, index) => [id, statistics.choices[index]?.percent ?? 0]))
}

const words: Record<DraftCheck['state'], string> = {
  unfinished: 'Fill in every field to check the question against the rules of the bank.',
  checking: 'Checking the rules of the bank…',
  checked: 'The question meets the rules of the bank.',
  failed: 'The rules of the bank could not be checked. They are checked again when you save.',
}

interface FindingsProps {
  check: DraftCheck
  errors: ContentErrors
  general: readonly string[]
  acceptWarnings: FieldOf<boolean>
}

function Findings({ check, errors, general, acceptWarnings }: FindingsProps) {
  const warnings = check.findings.filter(({ level }) => level === 'warning')
  const count = Object.keys(errors).length + general.length
  const isClean = check.state === 'checked' && count === 0 && warnings.length === 0
  return (
    <div className="grid gap-3">
      {general.length > 0 && (
        <div data-refusal tabIndex={-1} role="alert">
          <Banner tone="bad" title="This does not meet the rules of the question bank.">
            {general.join('. ')}
          </Banner>
        </div>
      )}
      {warnings.length > 0 && (
        <>
          <Banner tone="warn" title="Please look again.">
            {warnings.map(({ message }) => message).join('. ')}
          </Banner>
          <Checkbox {...acceptWarnings} label="I have checked these and accept them" />
        </>
      )}
      <p role="status" className="text-sm text-muted">
        {check.state !== 'checked' || isClean ? words[check.state] : `${count + warnings.length} to look at.`}
      </p>
    </div>
  )
}

const EMPTY = '(empty)'

/** Empty texts get a placeholder so that they can be told apart. */
const filledIn = (item: Item): Item =>
  JSON.parse(
    JSON.stringify(item, (name, value) => {
      if (Number.isNaN(value)) return 0
      return (name === 'text' || name === 'unit') && value === '' ? EMPTY : value
    }),
  ) as Item

function QuestionPreview({ draft }: { draft: ContentDraft }) {
  const item = filledIn(itemOf(draft.item))
  const [answer, setAnswer] = useState(emptyDraft)
  const [isUncovered, setUncovered] = useState(false)
  const key = keyOf(item)
  return (
    <section aria-label="Preview" className="grid min-w-0 gap-4 rounded-card border border-dashed border-control p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-semibold">As learners see it</p>
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={isUncovered}
          onClick={() => setUncovered(!isUncovered)}
          label={isUncovered ? 'Cover the answer' : 'Show the answer'}
        />
      </div>
      {draft.scenario && <p className="text-sm whitespace-pre-line text-muted">{draft.scenario.patient}</p>}
      <p className="max-w-[68ch] text-lg font-medium whitespace-pre-line">{draft.stem || 'The stem appears here.'}</p>
      {draft.picture && <QuestionPicture picture={draft.picture} />}
      <ItemView
        // A change of kind or cover starts with no answer.
        key={`${item.kind} ${isUncovered}`}
        item={askedItem(item)}
        draft={isUncovered ? draftOf(key) : answer}
        change={(change) => setAnswer((before) => changeDraft(before, change))}
        locked={isUncovered}
        outcome={isUncovered ? { isCorrect: true, right: draftOf(key) } : null}
        chosenBy={undefined}
      />
      {isUncovered && (
        <p className="text-sm whitespace-pre-line">
          <strong className="font-semibold">{correctAnswerOf(item)}</strong> {draft.explanation}
        </p>
      )}
    </section>
  )
}

interface ContentEditorProps {
  draft: ContentDraft
  errors: ContentErrors
  onChange: (draft: ContentDraft) => void
  chosenBy: ReadonlyMap<string, number>
}

function ContentEditor({ draft, errors, onChange, chosenBy }: ContentEditorProps) {
  const set = (changed: Partial<ContentDraft>) => onChange({ ...draft, ...changed })
  const field = fieldsOf(draft, onChange, errors)
  const tag = fieldsOf(draft.tags, (tags) => set({ tags }), errors, 'tags.')

  return (
    <div className="grid gap-5">
      <TextField {...field('stem')} label="Stem" hint="A short scenario that ends in one question." rows={6} maxLength={longest.stem} />
      <Group legend="What the stem shows">
        <PictureEditor label="Picture" picture={draft.picture} errors={errors} path="picture" onChange={(picture) => set({ picture })} />
      </Group>
      <Group legend="What the learner does">
        <ItemEditor
          item={draft.item}
          errors={errors}
          chosenBy={chosenBy}
          pictureUrl={draft.picture && drawingOf(draft.picture)}
          onChange={(item) => set({ item })}
        />
      </Group>
      <TextField {...field('explanation')} label="Why the answer is correct" rows={5} maxLength={longest.explanation} />
      <Group legend="What the explanation shows">
        <PictureEditor
          label="Picture of the explanation"
          picture={draft.explanationPicture}
          errors={errors}
          path="explanationPicture"
          onChange={(explanationPicture) => set({ explanationPicture })}
        />
      </Group>
      <TextField {...field('clinicalPearl')} label="Clinical pearl" rows={2} maxLength={longest.clinicalPearl} />
      <TextField {...field('references')} label="References" hint="One per line, with name and year." rows={3} />
      <Group legend="Guideline that supports the answer">
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextField {...field('guidelineName')} error={errors['guideline.name']} label="Name" maxLength={longest.guideline} />
          <TextField {...field('guidelineYear')} error={errors['guideline.year']} label="Year" inputMode="numeric" maxLength={4} />
        </div>
      </Group>
      <Group legend="Set">
        <ScenarioFields scenario={draft.scenario} errors={errors} onChange={(scenario) => set({ scenario })} />
      </Group>
      <Group legend="Where it belongs">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField {...field('module')} label="Module" options={moduleNames} word={moduleLabel} />
          <SelectField {...field('difficulty')} label="Difficulty" options={difficulties} />
          <SelectField {...field('bloomsLevel')} label="Bloom's level" options={bloomsLevels} />
          <SelectField {...tag('domain')} label="National exam domain" options={nremtDomains} />
          <TextField {...tag('subTopic')} label="Sub-topic" maxLength={longest.subTopic} />
          <SelectField {...tag('ageGroup')} label="Age group" options={ageGroups} />
          <SelectField
            label="Step of clinical judgment"
            value={draft.tags.judgmentStep ?? NO_STEP}
            options={[NO_STEP, ...judgmentSteps]}
            onChange={(step) => tag('judgmentStep').onChange(step === NO_STEP ? null : step)}
          />
        </div>
      </Group>
    </div>
  )
}

const NO_STEP = 'none'

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-3 border-l-4 border-hairline pl-4">
    <legend className="float-left mb-3 w-full text-sm font-semibold">{legend}</legend>
    {children}
  </fieldset>
)

interface ScenarioFieldsProps {
  scenario: ScenarioPart | null
  errors: ContentErrors
  onChange: (scenario: ScenarioPart | null) => void
}

const counts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

const ScenarioFields = ({ scenario, errors, onChange }: ScenarioFieldsProps) => (
  <>
    <Checkbox
      name="scenario"
      label="This question is part of a set about one patient"
      value={scenario !== null}
      onChange={(isPart) => onChange(isPart ? { set: '', part: 1, of: MIN_SCENARIO_PARTS, patient: '' } : null)}
    />
    {scenario && <PlaceInScenario scenario={scenario} errors={errors} onChange={onChange} />}
  </>
)

function PlaceInScenario({ scenario, errors, onChange }: ScenarioFieldsProps & { scenario: ScenarioPart }) {
  const field = fieldsOf(scenario, onChange, errors, 'scenario.')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_6rem_6rem]">
        <TextField
          {...field('set')}
          label="Name of the set"
          hint="The same for every part, such as trauma-set-01."
          maxLength={longest.set}
        />
        <SelectField
          label="Part"
          value={String(scenario.part)}
          options={counts(1, scenario.of)}
          onChange={(part) => onChange({ ...scenario, part: Number(part) })}
        />
        <SelectField
          label="Of"
          value={String(scenario.of)}
          options={counts(MIN_SCENARIO_PARTS, MAX_SCENARIO_PARTS)}
          onChange={(of) => onChange({ ...scenario, of: Number(of), part: Math.min(scenario.part, Number(of)) })}
        />
      </div>
      <TextField
        {...field('patient')}
        label="Patient"
        hint="What is known when the set begins. The same for every part."
        rows={4}
        maxLength={longest.patient}
      />
    </>
  )
}
