import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../data/api-client.ts'
import { useErrorText } from '../words/error-text.ts'
import { focusField } from './focus-field.ts'

/**
 * The properties of one field: value, handlers, and its translated error. If `data-path` is on a group of inputs, the
 * first one gets the focus.
 */
export type FieldProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']> & {
  'data-path'?: string
}

/** A field of the form, or part of it: `lines`, `lines.12`. */
type Path<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

export interface SchemaForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  /** Returns the same object while value and error stay the same, so that memoised fields do not render. */
  field: (name: Path<Values>) => FieldProps
  /** Validates all fields; sends the values, or focuses the first invalid field. */
  onSubmit: (
    send: (values: Values) => void,
  ) => (event?: React.SyntheticEvent<HTMLFormElement>) => void
  /** Shows the field errors of a rejected call; true if any belong to this form. */
  showFieldErrors: (error: ApiError) => boolean
  /** Whether all errors belong to fields of this form, which then show them until they are corrected. */
  isAboutFields: (error: unknown) => boolean
}

/** `lines` is the field of `lines.12`. */
const fieldOf = (path: string) => path.split('.', 1)[0] ?? path

/**
 * A form that is validated by a contract's schema. Field errors are message keys (`errors.validation.city`) until they
 * are shown. An error disappears when its field changes.
 * @param standIns fields of the form that stand for differently named fields of the call: `{ wanted_from: 'days',
 * wanted_until: 'days' }`
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  onValuesChange?: (values: Values) => void,
  standIns: Readonly<Record<string, keyof Values & string>> = {},
): SchemaForm<Values> {
  const { ofKey } = useErrorText()
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    ...(onValuesChange ? { onValuesChange } : {}),
  })

  const focusFirst = useCallback(
    (paths: string[]) => {
      const first = Object.keys(form.values)
        .flatMap((name) => paths.filter((path) => fieldOf(path) === name))
        .at(0)
      if (first) focusField(form.getInputNode(first))
    },
    [form],
  )

  // The form's handlers change with each render; these call the latest ones.
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const [fields] = useState(() => new Map<string, FieldProps>())
  const field = (name: Path<Values>): FieldProps => {
    const props = form.getInputProps(name)
    const error = typeof props.error === 'string' ? ofKey(props.error) : undefined
    const before = fields.get(name)
    if (before && before.value === props.value && before.error === error) return before
    const handlers = () => latest.current.getInputProps(name)
    const next: FieldProps = {
      ...props,
      error,
      onChange: before?.onChange ?? ((change: unknown) => handlers().onChange(change)),
      onFocus: before?.onFocus ?? ((event: unknown) => handlers().onFocus?.(event)),
      onBlur: before?.onBlur ?? ((event: unknown) => handlers().onBlur?.(event)),
    }
    fields.set(name, next)
    return next
  }

  /** Errors of a rejected call that this form can show, by its own field paths. */
  const ownErrors = ({ errors }: ApiError) =>
    Object.entries(errors)
      .map(([path, keys]) => [standIns[path] ?? path, keys[0]] as const)
      .filter(([path]) => fieldOf(path) in form.values)

  return {
    form,
    field,
    onSubmit: (send) =>
      form.onSubmit(send, (errors) => {
        focusFirst(Object.keys(errors))
      }),
    isAboutFields: (error) => error instanceof ApiError && ownErrors(error).length > 0,
    showFieldErrors: (error) => {
      const fieldErrors = ownErrors(error)
      if (fieldErrors.length === 0) return false
      form.setErrors(Object.fromEntries(fieldErrors))
      focusFirst(fieldErrors.map(([path]) => path))
      return true
    },
  }
}
