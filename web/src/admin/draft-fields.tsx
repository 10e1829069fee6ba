import type { DoubtedQuestionInFull, QuestionStatistics } from '@medicready/domain/contract/questions/review-requests'
import { choicesOf } from '@medicready/domain/questions/item'
import { Banner } from '../ui/banner.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ContentEditor } from './content-editor.tsx'
import { QuestionPreview } from './question-preview.tsx'
import type { DraftInWork } from './use-draft.ts'

interface DraftFieldsProps {
  work: DraftInWork
  /** The version that is revised, with what people chose of it; left out for a new question. */
  revised?: { content: DoubtedQuestionInFull['content']; statistics: QuestionStatistics | undefined }
}

/** All fields of a content, what the rules of the bank say of it, and what learners will see. */
export const DraftFields = ({ work, revised }: DraftFieldsProps) => (
  <div className="grid gap-6">
    <ContentEditor draft={work.draft} errors={work.errors} onChange={work.change} chosenBy={revised ? sharesOf(revised) : nobody} />
    <QuestionPreview draft={work.draft} />
    <Findings work={work} />
  </div>
)

const nobody: ReadonlyMap<string, number> = new Map()

/** What percent made each choice, by its id: the statistics have the choices in the order of the item. */
function sharesOf({ content, statistics }: NonNullable<DraftFieldsProps['revised']>): ReadonlyMap<string, number> {
  if (!statistics || statistics.answers === 0) return nobody
  return new Map(choicesOf(content.item).map(({ id }, index) => [id, statistics.choices[index]?.percent ?? 0]))
}

const words: Record<DraftInWork['check']['state'], string> = {
  unfinished: 'The rules of the bank are asked once every field is filled in.',
  checking: 'Asking the rules of the bank…',
  checked: 'The rules of the bank have nothing against it.',
  failed: 'The rules of the bank could not be asked now. They are asked again when you save.',
}

/** What is wrong beside the fields, and what asks for a second look. */
function Findings({ work }: { work: DraftInWork }) {
  const { general, warnings, check, errors } = work
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
          <Checkbox
            name="acceptWarnings"
            label="I have looked, and mean it so"
            checked={work.acceptWarnings}
            onChange={work.setAcceptWarnings}
          />
        </>
      )}
      <p role="status" className="text-sm text-muted">
        {check.state !== 'checked' || isClean ? words[check.state] : `${count + warnings.length} to look at.`}
      </p>
    </div>
  )
}
