import { type ReactNode, useEffect, useRef } from 'react'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { FailureNotice, isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import type { ApiError } from '#platform/web/data/api-client.ts'
import { AppButton, type ButtonTone } from '#platform/web/ui/app-button.tsx'
import { focusNamedField } from '#platform/web/ui/forms/focus-field.ts'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './step-form.module.css'

interface StepFormProps {
  children: ReactNode
  /** The label of the button. */
  button: string
  tone?: ButtonTone
  /** Everything is filled in already: the button has the focus as the dialog opens. */
  ready?: boolean
  pending: boolean
  error: ApiError | undefined
  onSend: () => void
}

/** The form of a step: its fields, why the step was refused, and one button. */
export function StepForm(props: StepFormProps) {
  const { children, button, tone = 'primary', ready, pending, error, onSend } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) focusNamedField(form.current, Object.keys(error.errors))
  }, [error])
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
      {error ? <FailureNotice error={error} /> : null}
      <AppButton type="submit" tone={tone} loading={pending} fullWidth data-autofocus={ready}>
        {button}
      </AppButton>
    </form>
  )
}

interface WordsFieldProps {
  label: string
  text: string
  /** It was opened to be written in. */
  autoFocus?: boolean | undefined
  onChange: (text: string) => void
}

/** The field for a message that goes with the step. */
export function WordsField({ label, text, autoFocus, onChange }: WordsFieldProps) {
  const { ofKey } = useErrorText()
  return (
    <TextAreaField
      label={label}
      max={MESSAGE_MAX_LENGTH}
      rows={2}
      optional
      autoFocus={autoFocus}
      field={{
        value: text,
        error: isTooLong(text) ? ofKey('errors.validation.messageLength') : undefined,
        onChange: (event: { currentTarget: { value: string } }) =>
          onChange(event.currentTarget.value),
      }}
    />
  )
}
