import type { ErrorCode } from '@medicready/domain/refusals/shown/errors'
import { type FormEvent, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type Path as FieldPath,
  type FieldValues,
  type PathValue,
  useForm as useFields,
} from 'react-hook-form'
import type { core } from 'zod/mini'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'
import { ApiError, friendlyMessage } from './errors.ts'
import { toastFailure } from './write.ts'

interface Refusal<Name extends string> {
  /** Shows a message at a field, or at the form itself (`root`), and moves the focus there. */
  readonly showAt: (name: Name | 'root', message: string) => void
  readonly focus: (name: Name) => void
}

export interface FormParts<Fields extends FieldValues, Body> {
  /** What the call takes: a schema of the contract, or how to load one later. Without it the server judges alone. */
  readonly schema: core.$ZodType<Body> | (() => Promise<core.$ZodType<Body>>)
  readonly initial?: Fields
  /** In place of `initial`: saved values, which the untouched fields follow. Only changes are sent. */
  readonly saved?: Fields
  /** The body for the schema, where the form has other fields than the call. */
  readonly bodyOf?: (fields: Fields) => unknown
  /** The field of a path within the body, where it is not the first name of the path. */
  readonly fieldOf?: (path: readonly unknown[]) => keyof Fields & string
  readonly codesAt?: Partial<Record<ErrorCode, keyof Fields & string>>
  /** Keeps the fields under this key until they are sent, so that they survive a reload of the tab. */
  readonly keptAs?: string
  readonly send: (body: Body, form: Refusal<keyof Fields & string>) => Promise<unknown>
  /** Told of the first message if the schema refuses. */
  readonly onFault?: (message: string) => void
  /** Told of every failure but the faults that the server names by field. A toast by default. */
  readonly onRefused?: (error: unknown, form: Refusal<keyof Fields & string>) => void
}

interface Issue {
  readonly path?: readonly unknown[] | undefined
  readonly message: string
}

type Path = readonly unknown[]
const firstName = (path: Path): string => String(path[0] ?? 'root')

interface FieldFault {
  /** The first of its issues. */
  readonly message: string
  readonly issues: { readonly path: string; readonly message: string }[]
}

/** What is wrong at each field; `root` stands for the form. */
function byField(issues: readonly Issue[], fieldOf: (path: Path) => string): [string, FieldFault][] {
  const faults = new Map<string, FieldFault>()
  for (const { path = [], message } of issues) {
    const name = fieldOf(path)
    const fault = faults.get(name) ?? { message, issues: [] }
    fault.issues.push({ path: path.join('.'), message })
    faults.set(name, fault)
  }
  return [...faults]
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/**
 * A form that is checked by the schema of its call: messages stand at the fields, the first wrong field gets the focus,
 * and a double click sends once.
 */
export function useForm<Fields extends FieldValues, Body>(parts: FormParts<Fields, Body>) {
  type Name = keyof Fields & string
  const {
    schema,
    initial,
    saved,
    keptAs,
    send,
    bodyOf = (fields: Fields) => fields,
    fieldOf = firstName,
    codesAt,
    onFault,
    onRefused = (error: unknown) => toastFailure(error),
  } = parts
  const { watch, getValues, setValue, setError, clearErrors, reset, handleSubmit, formState } = useFields<Fields, unknown, { body: Body }>({
    defaultValues: {
      ...initial,
      ...(keptAs !== undefined && (readKept(ofThisTab, keptAs) as Partial<Fields> | null)),
    } as DefaultValues<Fields>,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
    resolver: async (fields) => {
      const body = bodyOf({ ...saved, ...fields })
      const loaded = typeof schema === 'function' ? await schema().catch(() => null) : schema
      const checked = (await loaded?.['~standard'].validate(body)) ?? { value: body as Body }
      if (!checked.issues) return { values: { body: checked.value }, errors: {} }
      const errors = byField(checked.issues, fieldOf).map(([name, fault]) => [name, { type: 'schema', ...fault }])
      return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Fields> }
    },
  })
  const { errors, isSubmitting, submitCount } = formState
  const form = useRef<HTMLFormElement>(null)
  const focusNext = useRef<string | null>(null)
  const isSending = useRef(false)

  useEffect(() => {
    if (typeof schema === 'function') schema().catch(() => undefined)
  }, [schema])

  // After each attempt, once the fields are enabled and marked.
  useEffect(() => {
    if (submitCount === 0) return
    const target = focusNext.current === null ? '[aria-invalid="true"], [data-refusal]' : `[name="${focusNext.current}"]`
    focusNext.current = null
    form.current?.querySelector<HTMLElement>(target)?.focus()
  }, [submitCount])

  const refusal: Refusal<Name> = {
    showAt: (name, message) => setError(name as unknown as FieldPath<Fields>, { type: 'server', message }),
    focus: (name) => {
      focusNext.current = name
    },
  }
  const fields: Fields = { ...saved, ...watch() }
  const hasChanged = saved === undefined || Object.keys(saved).some((name) => trimmed(fields[name]) !== saved[name])
  const submit = handleSubmit(
    async ({ body }) => {
      const sent = getValues()
      try {
        await send(body, refusal)
        // What was typed in the meantime is not saved yet.
        if (saved) reset(Object.fromEntries(Object.entries(getValues()).filter(([name, value]) => value !== sent[name])) as Fields)
        if (keptAs !== undefined) keep(ofThisTab, keptAs, null)
      } catch (error) {
        const issues =
          error instanceof ApiError && error.status === 400
            ? byField(
                (error.body?.issues ?? []).map(({ path, message }) => ({ path: path.split('.'), message })),
                fieldOf,
              )
            : []
        const known = issues.filter(([name]) => name in fields)
        for (const [name, fault] of known) setError(name as FieldPath<Fields>, { type: 'server', ...fault })
        const named = error instanceof ApiError && error.code && codesAt?.[error.code]
        if (named) refusal.showAt(named, friendlyMessage(error))
        else if (known.length === 0) onRefused(error, refusal)
      }
    },
    (faults) => onFault?.(Object.values(faults)[0]?.message as string),
  )

  const set = (changed: Partial<Fields>) => {
    for (const [name, value] of Object.entries(changed)) {
      setValue(name as FieldPath<Fields>, value as PathValue<Fields, FieldPath<Fields>>)
      clearErrors(name as FieldPath<Fields>)
    }
    if (keptAs !== undefined) keep(ofThisTab, keptAs, getValues())
  }
  const messageAt = (name: string): string | undefined => errors[name]?.message as string | undefined

  return {
    fields,
    hasChanged,
    set,
    messageAt,
    /** All that is wrong within a field that consists of others, by their paths in the body. */
    issuesAt: (name: Name) => (errors[name] as Partial<FieldFault> | undefined)?.issues ?? [],
    isSending: isSubmitting,
    reset: () => reset(initial as DefaultValues<Fields>),
    /** What a controlled field needs; its message goes with the first change. */
    field: <Key extends Name>(name: Key) => ({
      name,
      value: fields[name],
      error: messageAt(name),
      onChange: (value: Fields[Key]) => set({ [name]: value } as unknown as Partial<Fields>),
    }),
    /** What the form element needs. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: async (event: FormEvent) => {
        event.preventDefault()
        if (isSending.current || !hasChanged) return
        isSending.current = true
        await submit().finally(() => {
          isSending.current = false
        })
      },
    },
  }
}
