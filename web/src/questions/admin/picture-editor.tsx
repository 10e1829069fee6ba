import type { Picture, PictureOf } from '@medicready/domain/questions/content/picture'
import { bodySounds, capnogramPatterns, ecgPatterns, ecgRhythms } from '@medicready/domain/questions/content/picture-names'
import { longest, trendBounds } from '@medicready/domain/questions/shown/terms'
import { RefreshCw } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { TextTable } from '../../answering/text-table.tsx'
import { friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, type FieldOf, Input, SelectField, TextField } from '../../ui/field.tsx'
import { AsTyped } from './as-typed.tsx'
import { type ContentErrors, fieldsOf, wholeNumber } from './drafts/content-draft.ts'
import {
  anySeed,
  blankPicture,
  cellsAsText,
  cellsFromText,
  type DrawnKind,
  drawingOf,
  figureNames,
  imageOf,
  linesOf,
  listFromText,
  monitorFigures,
  pictureKindNames,
  readable,
  rowsAsText,
  rowsFromText,
  steadyTrends,
  type Trends,
} from './drafts/picture-draft.ts'
import { SchematicParameters } from './schematic-parameters.tsx'

interface PictureEditorProps {
  label: string
  picture: Picture | null
  errors: ContentErrors
  path: 'picture' | 'explanationPicture'
  onChange: (picture: Picture | null) => void
}

const NONE = 'none'
const drawnKinds: readonly DrawnKind[] = ['ecg_strip', 'ecg_12_lead', 'capnogram', 'sound', 'monitor', 'vital_signs', 'schematic']
const kindsFor = { picture: drawnKinds, explanationPicture: [...drawnKinds, 'table'] } as const

export function PictureEditor({ label, picture, errors, path, onChange }: PictureEditorProps) {
  const error = errors[path]
  const [isBringing, setBringing] = useState(false)
  const isImage = picture === null ? isBringing : picture.kind === 'image'
  return (
    <>
      <SelectField
        label={label}
        value={isImage ? 'image' : (picture?.kind ?? NONE)}
        options={[NONE, ...kindsFor[path], 'image']}
        word={(kind) => (kind === NONE ? 'None' : pictureKindNames[kind as Picture['kind']])}
        onChange={(kind) => {
          const drawn = kindsFor[path].find((each) => each === kind)
          setBringing(kind === 'image')
          onChange(drawn ? blankPicture(drawn) : null)
        }}
      />
      {error && <p className="text-sm text-bad">{error}</p>}
      {isImage && (
        <OwnImage
          picture={picture?.kind === 'image' ? picture : null}
          onChange={(image) => {
            setBringing(true)
            onChange(image)
          }}
        />
      )}
      {picture && (
        <>
          <Parameters picture={picture} onChange={onChange} />
          {picture.kind === 'monitor' && <TrendFields picture={picture} errors={errors} path={path} onChange={onChange} />}
          {picture.kind !== 'table' && (
            <TextField
              label="Alternative text"
              error={errors[`${path}.alt`]}
              hint={
                picture.kind === 'image'
                  ? 'Required. Describe it as an examiner would. Do not interpret it.'
                  : 'If you leave this empty, the generator describes it. Describe it, but do not interpret it.'
              }
              rows={2}
              maxLength={longest.alternativeText}
              value={picture.alt ?? ''}
              onChange={(alt) => onChange(picture.kind === 'image' ? { ...picture, alt } : { ...picture, alt: alt === '' ? null : alt })}
            />
          )}
          {picture.kind === 'table' ? <TextTable table={picture} /> : <Drawing picture={picture} />}
        </>
      )}
    </>
  )
}

/** While the parameters are invalid, the last drawing stays. */
function Drawing({ picture }: { picture: Picture }) {
  const address = useDeferredValue(drawingOf(picture))
  const [failed, setFailed] = useState('')
  if (failed === address) return <p className="text-sm text-muted">The drawing appears once every field is filled in.</p>
  return (
    <img
      src={address}
      alt="What learners will see"
      className="block w-full rounded-control border border-hairline bg-surface"
      onError={() => setFailed(address)}
    />
  )
}

interface ParametersProps<Shown> {
  picture: Shown
  onChange: (picture: Picture) => void
}

function Parameters({ picture, onChange }: ParametersProps<Picture>) {
  switch (picture.kind) {
    case 'ecg_strip':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <SelectField {...fieldsOf(picture, onChange)('rhythm')} label="Rhythm" options={ecgRhythms} word={readable} />
          <RateField {...fieldsOf(picture, onChange)('rate')} label="Beats/min" />
        </Seeded>
      )
    case 'ecg_12_lead':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <SelectField {...fieldsOf(picture, onChange)('pattern')} label="Pattern" options={ecgPatterns} word={readable} />
          <RateField {...fieldsOf(picture, onChange)('rate')} label="Beats/min" />
        </Seeded>
      )
    case 'capnogram':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <SelectField {...fieldsOf(picture, onChange)('pattern')} label="Pattern" options={capnogramPatterns} word={readable} />
          <RateField {...fieldsOf(picture, onChange)('rate')} label="Breaths/min" />
          <RateField {...fieldsOf(picture, onChange)('etco2')} label="EtCO2, mm Hg" />
        </Seeded>
      )
    case 'sound':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <SelectField {...fieldsOf(picture, onChange)('sound')} label="Sound" options={bodySounds} word={readable} />
          <RateField {...fieldsOf(picture, onChange)('rate')} label="Breaths or beats/min" />
        </Seeded>
      )
    case 'monitor':
      return <MonitorParameters picture={picture} onChange={onChange} />
    case 'vital_signs':
      return <VitalSignsParameters picture={picture} onChange={onChange} />
    case 'table':
      return <TableParameters picture={picture} onChange={onChange} />
    case 'schematic':
      return <SchematicParameters picture={picture} onChange={onChange} />
    case 'image':
      return null
  }
}

const MonitorParameters = ({ picture, onChange }: ParametersProps<PictureOf<'monitor'>>) => (
  <Seeded picture={picture} onChange={onChange}>
    <SelectField
      label="Lead II"
      value={picture.ecg?.rhythm ?? NONE}
      options={[NONE, ...ecgRhythms]}
      word={readable}
      onChange={(rhythm) => onChange({ ...picture, ecg: rhythm === NONE ? null : { rhythm, rate: picture.ecg?.rate ?? null } })}
    />
    {picture.ecg && (
      <RateField
        label="Beats/min"
        value={picture.ecg.rate}
        onChange={(rate) => onChange({ ...picture, ecg: picture.ecg && { ...picture.ecg, rate } })}
      />
    )}
    <SelectField
      label="Capnogram"
      value={picture.capnogram?.pattern ?? NONE}
      options={[NONE, ...capnogramPatterns]}
      word={readable}
      onChange={(pattern) =>
        onChange({ ...picture, capnogram: pattern === NONE ? null : { pattern, rate: picture.capnogram?.rate ?? null } })
      }
    />
    {monitorFigures.map((figure) => (
      <TextField
        key={figure}
        label={figureNames[figure]}
        maxLength={trendBounds.characters}
        value={picture.figures[figure] ?? ''}
        onChange={(text) => onChange({ ...picture, figures: { ...picture.figures, [figure]: text === '' ? null : text } })}
      />
    ))}
  </Seeded>
)

const VitalSignsParameters = ({ picture, onChange }: ParametersProps<PictureOf<'vital_signs'>>) => (
  <>
    <AsTyped
      label="Times"
      hint="Two to six values, separated by commas."
      text={picture.times.join(', ')}
      onChange={(text) => onChange({ ...picture, times: listFromText(text) })}
    />
    <AsTyped
      label="Rows"
      hint="One per line: name; unit; a value for each time, separated by commas."
      rows={5}
      text={rowsAsText(picture)}
      onChange={(text) => onChange({ ...picture, rows: rowsFromText(text) })}
    />
  </>
)

const TableParameters = ({ picture, onChange }: ParametersProps<PictureOf<'table'>>) => (
  <>
    <TextField {...fieldsOf(picture, onChange)('caption')} label="Caption" maxLength={longest.caption} />
    <AsTyped
      label="Columns"
      hint="Two to four, separated by |."
      text={cellsAsText(picture.columns)}
      onChange={(text) => onChange({ ...picture, columns: cellsFromText(text) })}
    />
    <AsTyped
      label="Rows"
      hint="Two to eight, one per line: a cell for each column, separated by |. The first names the row."
      rows={8}
      text={picture.rows.map(cellsAsText).join('\n')}
      onChange={(text) => onChange({ ...picture, rows: linesOf(text).map(cellsFromText) })}
    />
  </>
)

const Seeded = ({ picture, onChange, children }: ParametersProps<Extract<Picture, { seed: number }>> & { children: ReactNode }) => (
  <>
    <div className="grid items-start gap-3 sm:grid-cols-3">{children}</div>
    <Button
      icon={RefreshCw}
      variant="secondary"
      size="sm"
      className="justify-self-start"
      onClick={() => onChange({ ...picture, seed: anySeed() })}
      label="Draw it again"
    />
  </>
)

const RateField = ({ value, onChange, ...field }: Omit<FieldOf<number | null>, 'name'> & { label: string }) => (
  <TextField
    {...field}
    hint="Empty: as usual"
    inputMode="numeric"
    maxLength={3}
    value={value === null ? '' : String(value)}
    onChange={(text) => onChange(wholeNumber(text))}
  />
)

interface OwnImageProps {
  picture: PictureOf<'image'> | null
  onChange: (picture: PictureOf<'image'> | null) => void
}

/** The alt text stays when the image is replaced or removed. */
function OwnImage({ picture, onChange }: OwnImageProps) {
  const keep = useWrite('POST /api/admin/pictures')
  const input = useRef<HTMLInputElement>(null)
  // Other fields may change during the upload, so the image joins their current values.
  const form = useRef({ picture, onChange })
  useEffect(() => {
    form.current = { picture, onChange }
  })

  const send = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Lets the same file be chosen again after it was fixed.
    target.value = ''
    // Dropped when another file or kind of picture was chosen meanwhile.
    const onSuccess = (kept: Parameters<typeof imageOf>[0]) => form.current.onChange(imageOf(kept, form.current.picture?.alt ?? ''))
    if (file) keep.mutate({ body: file }, { onSuccess })
  }

  return (
    <>
      <Field
        label="Image file"
        hint={`PNG, JPEG, WebP or SVG, up to 2 MB. ${picture ? 'A new file replaces this image.' : 'Without a file, the question has no picture.'}`}
        error={keep.error && !isSignedOut(keep.error) ? friendlyMessage(keep.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            ref={input}
            onChange={send}
            className="min-w-0 py-2 text-sm file:mr-3 file:cursor-pointer file:rounded-control file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-semibold file:text-ink"
          />
        )}
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {keep.isPending ? 'Bringing the image...' : picture ? `An image of ${picture.width} by ${picture.height} pixels.` : ''}
      </p>
      {picture && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            onChange(null)
            // The button disappears with the image.
            input.current?.focus()
          }}
          label="Remove the image"
        />
      )}
    </>
  )
}

interface TrendFieldsProps {
  picture: PictureOf<'monitor'>
  errors: ContentErrors
  path: string
  onChange: (picture: PictureOf<'monitor'>) => void
}

function TrendFields({ picture, errors, path, onChange }: TrendFieldsProps) {
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
          <AsTyped
            key={figure}
            label={`${figureNames[figure]} over time`}
            error={errors[`${path}.${figure}`]}
            text={trends[figure]?.join(', ') ?? ''}
            onChange={(text) => {
              const list = listFromText(text)
              onChange({ ...trends, [figure]: list.length === 0 ? null : list })
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}
