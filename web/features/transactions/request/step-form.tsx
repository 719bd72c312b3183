import { MESSAGE_MAX_LENGTH } from '@letterlend/contract/transaction-limits.ts'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../data/api-client.ts'
import { AppButton, type ButtonTone } from '../../../ui/app-button.tsx'
import { useErrorText } from '../../../ui/error-text.ts'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { isTooLong } from '../message-length.ts'
import classes from './step-form.module.css'

interface StepFormProps {
  children: ReactNode
  /** What the button does, in words. */
  button: string
  tone?: ButtonTone
  /** Filled in already: the button has the focus as the dialog opens. */
  ready?: boolean
  pending: boolean
  error: ApiError | undefined
  onSend: () => void
}

/** A form that takes a step of a loan: its fields, why it was refused, and one button. */
export function StepForm(props: StepFormProps) {
  const { children, button, tone = 'primary', ready, pending, error, onSend } = props
  return (
    <form
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
  onChange: (text: string) => void
}

/** A sentence to go with it. */
export function WordsField({ label, text, onChange }: WordsFieldProps) {
  const { ofKey } = useErrorText()
  return (
    <TextAreaField
      label={label}
      max={MESSAGE_MAX_LENGTH}
      rows={2}
      optional
      field={{
        value: text,
        error: isTooLong(text) ? ofKey('errors.validation.messageLength') : undefined,
        onChange: (event: { currentTarget: { value: string } }) =>
          onChange(event.currentTarget.value),
      }}
    />
  )
}
