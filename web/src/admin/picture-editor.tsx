import { capnogramPatterns, ecgPatterns, ecgRhythms } from '@medicready/domain/questions/pictures/names'
import type { Picture, PictureOf } from '@medicready/domain/questions/pictures/picture'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { ContentErrors } from './content-draft.ts'
import { OwnImage } from './own-image.tsx'
import {
  anySeed,
  blankPicture,
  type DrawnKind,
  drawingOf,
  figureNames,
  listFromText,
  monitorFigures,
  pictureKindNames,
  readable,
  rowsAsText,
  rowsFromText,
} from './picture-draft.ts'
import { TrendFields } from './trend-fields.tsx'

interface PictureEditorProps {
  /** What it is called in the form. */
  label: string
  picture: Picture | null
  errors: ContentErrors
  /** Of the picture within the content. */
  path: 'picture' | 'explanationPicture'
  onChange: (picture: Picture | null) => void
}

const NONE = 'none'
const drawnKinds: readonly DrawnKind[] = ['ecg_strip', 'ecg_12_lead', 'capnogram', 'monitor', 'vital_signs']

/**
 * A picture: which generator draws it, from what, or an image that is brought; and what is read out in its place. It is
 * drawn as it is changed.
 */
export function PictureEditor({ label, picture, errors, path, onChange }: PictureEditorProps) {
  const error = errors[path]
  const [isBringing, setBringing] = useState(false)
  const isImage = picture === null ? isBringing : picture.kind === 'image'
  return (
    <>
      <SelectField
        label={label}
        value={isImage ? 'image' : (picture?.kind ?? NONE)}
        options={[NONE, ...drawnKinds, 'image']}
        word={(kind) => (kind === NONE ? 'None' : pictureKindNames[kind as Picture['kind']])}
        onChange={(kind) => {
          const drawn = drawnKinds.find((each) => each === kind)
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
          <TextField
            label="What is read out in its place"
            error={errors[`${path}.alt`]}
            hint={
              picture.kind === 'image'
                ? 'Needed. Describe it as an examiner would, and interpret nothing.'
                : 'Left empty, the generator describes it. Describe, and interpret nothing.'
            }
            rows={2}
            maxLength={1500}
            value={picture.alt ?? ''}
            onChange={(alt) => onChange(picture.kind === 'image' ? { ...picture, alt } : { ...picture, alt: alt === '' ? null : alt })}
          />
          <Drawing picture={picture} />
        </>
      )}
    </>
  )
}

/** As the parameters say it now. What cannot be drawn yet leaves the last drawing. */
function Drawing({ picture }: { picture: Picture }) {
  const address = useDeferredValue(drawingOf(picture))
  const [failed, setFailed] = useState('')
  if (failed === address) return <p className="text-sm text-muted">It is drawn once all of this is filled in.</p>
  return (
    <img
      src={address}
      alt="What learners will see"
      className="block w-full rounded-control border border-hairline bg-surface"
      onError={() => setFailed(address)}
    />
  )
}

const wholeNumber = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

function Parameters({ picture, onChange }: { picture: Picture; onChange: (picture: Picture) => void }) {
  switch (picture.kind) {
    case 'ecg_strip':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <NameField label="Rhythm" value={picture.rhythm} names={ecgRhythms} onChange={(rhythm) => onChange({ ...picture, rhythm })} />
          <RateField label="Beats/min" value={picture.rate} onChange={(rate) => onChange({ ...picture, rate })} />
        </Seeded>
      )
    case 'ecg_12_lead':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <NameField
            label="Pattern"
            value={picture.pattern}
            names={ecgPatterns}
            onChange={(pattern) => onChange({ ...picture, pattern })}
          />
          <RateField label="Beats/min" value={picture.rate} onChange={(rate) => onChange({ ...picture, rate })} />
        </Seeded>
      )
    case 'capnogram':
      return (
        <Seeded picture={picture} onChange={onChange}>
          <NameField
            label="Pattern"
            value={picture.pattern}
            names={capnogramPatterns}
            onChange={(pattern) => onChange({ ...picture, pattern })}
          />
          <RateField label="Breaths/min" value={picture.rate} onChange={(rate) => onChange({ ...picture, rate })} />
          <RateField label="EtCO2, mm Hg" value={picture.etco2} onChange={(etco2) => onChange({ ...picture, etco2 })} />
        </Seeded>
      )
    case 'monitor':
      return <MonitorParameters picture={picture} onChange={onChange} />
    case 'vital_signs':
      return <VitalSignsParameters picture={picture} onChange={onChange} />
    case 'image':
      return null
  }
}

const MonitorParameters = ({ picture, onChange }: { picture: PictureOf<'monitor'>; onChange: (picture: Picture) => void }) => (
  <Seeded picture={picture} onChange={onChange}>
    <NameField
      label="Lead II"
      value={picture.ecg?.rhythm ?? NONE}
      names={[NONE, ...ecgRhythms]}
      onChange={(rhythm) => onChange({ ...picture, ecg: rhythm === NONE ? null : { rhythm, rate: picture.ecg?.rate ?? null } })}
    />
    {picture.ecg && (
      <RateField
        label="Beats/min"
        value={picture.ecg.rate}
        onChange={(rate) => onChange({ ...picture, ecg: picture.ecg && { ...picture.ecg, rate } })}
      />
    )}
    <NameField
      label="Capnogram"
      value={picture.capnogram?.pattern ?? NONE}
      names={[NONE, ...capnogramPatterns]}
      onChange={(pattern) =>
        onChange({ ...picture, capnogram: pattern === NONE ? null : { pattern, rate: picture.capnogram?.rate ?? null } })
      }
    />
    {monitorFigures.map((figure) => (
      <TextField
        key={figure}
        label={figureNames[figure]}
        maxLength={12}
        value={picture.figures[figure] ?? ''}
        onChange={(text) => onChange({ ...picture, figures: { ...picture.figures, [figure]: text === '' ? null : text } })}
      />
    ))}
  </Seeded>
)

function VitalSignsParameters({ picture, onChange }: { picture: PictureOf<'vital_signs'>; onChange: (picture: Picture) => void }) {
  const [times, setTimes] = useState(picture.times.join(', '))
  const [rows, setRows] = useState(rowsAsText(picture))
  return (
    <>
      <TextField
        label="Times"
        hint="Two to six, separated by commas."
        value={times}
        onChange={(text) => {
          setTimes(text)
          onChange({ ...picture, times: listFromText(text) })
        }}
      />
      <TextField
        label="Rows"
        hint="One a line: name; unit; a value for each time, separated by commas."
        rows={5}
        value={rows}
        onChange={(text) => {
          setRows(text)
          onChange({ ...picture, rows: rowsFromText(text) })
        }}
      />
    </>
  )
}

/** The fields of what is drawn by chance, and a button for another drawing of the same. */
const Seeded = ({
  picture,
  onChange,
  children,
}: {
  picture: Extract<Picture, { seed: number }>
  onChange: (picture: Picture) => void
  children: ReactNode
}) => (
  <>
    <div className="grid items-start gap-3 sm:grid-cols-3">{children}</div>
    <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => onChange({ ...picture, seed: anySeed() })}>
      <RefreshCw aria-hidden className="size-4" />
      Another drawing of the same
    </Button>
  </>
)

interface NameFieldProps<Name extends string> {
  label: string
  value: Name
  names: readonly Name[]
  onChange: (name: Name) => void
}
const NameField = <Name extends string>(props: NameFieldProps<Name>) => (
  <SelectField label={props.label} value={props.value} options={props.names} word={readable} onChange={props.onChange} />
)

const RateField = ({ label, value, onChange }: { label: string; value: number | null; onChange: (value: number | null) => void }) => (
  <TextField
    label={label}
    hint="Empty: as usual"
    inputMode="numeric"
    maxLength={3}
    value={value === null ? '' : String(value)}
    onChange={(text) => onChange(wholeNumber(text))}
  />
)
