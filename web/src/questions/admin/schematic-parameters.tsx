import type { Picture, PictureOf } from '@medicready/domain/questions/content/picture'
import { schematicExamples } from '@medicready/domain/questions/content/schematic-examples'
import type { Schematic } from '@medicready/domain/questions/content/schematics'
import { Fragment } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/field.tsx'
import { AsTyped } from './as-typed.tsx'
import { parameterFrom, parametersOf, readable, schematicSubjects } from './drafts/picture-draft.ts'

interface SchematicParametersProps {
  picture: PictureOf<'schematic'>
  onChange: (picture: Picture) => void
}

/** The fields follow from the subject's example. */
export function SchematicParameters({ picture, onChange }: SchematicParametersProps) {
  const { shows } = picture
  // Its parts are checked when the question is saved.
  const change = (name: string, value: unknown) => onChange({ ...picture, shows: { ...shows, [name]: value } as Schematic })
  return (
    <div className="grid items-start gap-3 sm:grid-cols-3">
      <SelectField
        label="Subject"
        value={shows.subject}
        options={schematicSubjects}
        word={readable}
        onChange={(subject) => onChange({ ...picture, shows: schematicExamples[subject] })}
      />
      <Fragment key={shows.subject}>
        {parametersOf(shows).map(([name, value]) =>
          typeof value === 'boolean' ? (
            <Checkbox key={name} name={name} label={readable(name)} value={value} onChange={(isSet) => change(name, isSet)} />
          ) : (
            <AsTyped
              key={name}
              label={readable(name)}
              text={Array.isArray(value) ? value.join(', ') : String(value ?? '')}
              onChange={(text) => change(name, parameterFrom(text, value))}
            />
          ),
        )}
      </Fragment>
    </div>
  )
}
