import { type ChangeEvent, useRef, useState } from 'react'
import type { FormErrors } from './form-rules.ts'

/** The text fields of a form, in their order, and what is wrong with them. */
export function useForm<Fields extends Record<string, string>>(initial: Fields) {
  type Name = keyof Fields & string
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<Fields>>({})
  const form = useRef<HTMLFormElement>(null)

  const focus = (name: Name) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  return {
    form,
    fields,
    errors,
    focus,
    set: (changed: Partial<Fields>) => setFields((filled) => ({ ...filled, ...changed })),
    /** Shows what is wrong and goes to the first of it. Answers whether nothing is. */
    check: (found: FormErrors<Fields>): boolean => {
      setErrors(found)
      const [firstWrong] = (Object.keys(initial) as Name[]).filter((name) => found[name])
      if (firstWrong) focus(firstWrong)
      return firstWrong === undefined
    },
    /** Value and change of one field; its error goes as soon as it is corrected. */
    input: (name: Name) => ({
      name,
      value: fields[name],
      required: true,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setFields((filled) => ({ ...filled, [name]: target.value }))
        setErrors(({ [name]: _, ...others }) => others as FormErrors<Fields>)
      },
    }),
  }
}
