import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../data/api-client.ts'
import { useErrorText } from '../words/error-text.ts'

/** The properties of one field: value, handlers, and its error in words. */
export type FieldProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>

interface SchemaForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  field: (name: keyof Values & string) => FieldProps
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

/**
 * A form checked by a schema of the contract. Field errors are message keys
 * (`errors.validation.city`) until they are shown. An error goes when its field is changed.
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  onValuesChange?: (values: Values) => void,
): SchemaForm<Values> {
  const { ofKey } = useErrorText()
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    ...(onValuesChange ? { onValuesChange } : {}),
  })

  const focusFirst = useCallback(
    (names: string[]) => {
      const first = Object.keys(form.values).find((name) => names.includes(name))
      if (first) form.getInputNode(first)?.focus()
    },
    [form],
  )

  const field = (name: keyof Values & string) => {
    const props = form.getInputProps(name)
    return { ...props, error: typeof props.error === 'string' ? ofKey(props.error) : undefined }
  }

  return {
    form,
    field,
    onSubmit: (send) =>
      form.onSubmit(send, (errors) => {
        focusFirst(Object.keys(errors))
      }),
    isAboutFields: (error) =>
      error instanceof ApiError && Object.keys(error.errors).some((name) => name in form.values),
    showFieldErrors: (error) => {
      const fieldErrors = Object.entries(error.errors).filter(([name]) => name in form.values)
      if (fieldErrors.length === 0) return false
      form.setErrors(Object.fromEntries(fieldErrors.map(([name, keys]) => [name, keys[0]])))
      focusFirst(fieldErrors.map(([name]) => name))
      return true
    },
  }
}
