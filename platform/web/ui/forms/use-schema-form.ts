import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../data/api-client.ts'
import { useErrorText } from '../words/error-text.ts'
import { focusField } from './focus-field.ts'

/**
 * The properties of one field: value, handlers, and its error in words. Where `data-path` stands on several inputs
 * together, the form leads to the first one.
 */
export type FieldProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']> & {
  'data-path'?: string
}

/** A field of the form, or a part of it: `lines`, `lines.12`. */
type Path<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

export interface SchemaForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  /** The same object while its value and its error stay the same: fields that are memoised are not rendered then. */
  field: (name: Path<Values>) => FieldProps
  /** Checks all fields; sends the values, or moves the focus to the first field that is wrong. */
  onSubmit: (
    send: (values: Values) => void,
  ) => (event?: React.SyntheticEvent<HTMLFormElement>) => void
  /** Shows the field errors of a refused call; true if there were any for this form. */
  showFieldErrors: (error: ApiError) => boolean
  /**
   * Whether an error is only about fields of this form: each field then shows its own error until it is
   * corrected.
   */
  isAboutFields: (error: unknown) => boolean
}

/** `lines` is the field of `lines.12`. */
const fieldOf = (path: string) => path.split('.', 1)[0] ?? path

/**
 * A form checked by a schema of the contract. Field errors are message keys
 * (`errors.validation.city`) until they are shown. An error goes when its field is changed.
 * @param standIns the fields of the form that stand for fields of the call with other names:
 * `{ wanted_from: 'days', wanted_until: 'days' }`
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

  // The handlers of the form are others in each rendering; these call the latest ones.
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

  /** The errors of a refused call that this form can show, by the paths of its own fields. */
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
