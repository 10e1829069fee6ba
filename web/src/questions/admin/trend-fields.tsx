import type { PictureOf } from '@medicready/domain/questions/content/picture'
import { useId, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { type ContentErrors, wholeNumber } from './drafts/content-draft.ts'
import { type FigureName, figureNames, listFromText, monitorFigures, steadyTrends, type Trends } from './drafts/picture-draft.ts'

interface TrendFieldsProps {
  picture: PictureOf<'monitor'>
  errors: ContentErrors
  path: string
  onChange: (picture: PictureOf<'monitor'>) => void
}

export function TrendFields({ picture, errors, path, onChange }: TrendFieldsProps) {
  const { trends } = picture
  return (
    <>
      <Checkbox
        name={`${path}.trends`}
        label="Show a trend"
        value={trends !== null}
        onChange={(isShown) => onChange({ ...picture, trends: isShown ? steadyTrends(picture.figures) : null })}
      />
      {trends && <Rows trends={trends} errors={errors} path={`${path}.trends`} onChange={(trends) => onChange({ ...picture, trends })} />}
    </>
  )
}

interface RowsProps extends Pick<TrendFieldsProps, 'errors' | 'path'> {
  trends: Trends
  onChange: (trends: Trends) => void
}

function Rows({ trends, errors, path, onChange }: RowsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid min-w-0 gap-3 border-l-4 border-hairline pl-4">
      <legend className="float-left mb-3 w-full text-sm font-semibold">Trend</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        Two to twelve values each, separated by commas, from oldest to current. Leave empty to show none.
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label="Minutes before now"
          error={errors[`${path}.minutes`]}
          inputMode="numeric"
          maxLength={3}
          value={trends.minutes === 0 ? '' : String(trends.minutes)}
          onChange={(text) => onChange({ ...trends, minutes: wholeNumber(text) ?? 0 })}
        />
        {monitorFigures.map((figure) => (
          <Row
            key={figure}
            figure={figure}
            values={trends[figure]}
            error={errors[`${path}.${figure}`]}
            onChange={(values) => onChange({ ...trends, [figure]: values })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface RowProps {
  figure: FigureName
  values: string[] | null
  error: string | undefined
  onChange: (values: string[] | null) => void
}

function Row({ figure, values, error, onChange }: RowProps) {
  // Kept as typed: a trailing comma is not a value yet.
  const [text, setText] = useState(values?.join(', ') ?? '')
  return (
    <TextField
      label={`${figureNames[figure]} over time`}
      error={error}
      value={text}
      onChange={(typed) => {
        setText(typed)
        const list = listFromText(typed)
        onChange(list.length === 0 ? null : list)
      }}
    />
  )
}
