import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { messageTextSchema } from '#features/lending/conversations/messages/contract.bodies.ts'
import { FailureNotice } from '#features/lending/conversations/messages/web/door.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { optionalText } from '#platform/shared/input/plain-text.ts'
import type { ApiError } from '#platform/web/data/api-client.ts'
import { AppButton, type ButtonTone } from '#platform/web/ui/app-button.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import type { FieldProps, SchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import classes from './step-form.module.css'

/** A message that goes with the step; none if it is empty. */
export const wordsSchema = optionalText(messageTextSchema)

interface StepProps {
  children?: ReactNode
  button: string
  tone?: ButtonTone
  /** Everything is prefilled: the button has the focus when the dialog opens. */
  ready?: boolean
  pending: boolean
  error: ApiError | undefined
}

interface StepFormProps<Values extends Record<string, unknown>> extends StepProps {
  form: SchemaForm<Values>
  onSend: (values: Values) => void
}

/** The form of a step: its fields, why the step was refused, and one button. */
export function StepForm<Values extends Record<string, unknown>>(props: StepFormProps<Values>) {
  const { form, children, button, tone = 'primary', ready, pending, error, onSend } = props
  const showErrors = useEffectEvent(form.showFieldErrors)
  useEffect(() => {
    if (error) showErrors(error)
  }, [error])
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onSend)}>
      {children}
      {error && !form.isAboutFields(error) ? <FailureNotice error={error} /> : null}
      <AppButton type="submit" tone={tone} loading={pending} fullWidth data-autofocus={ready}>
        {button}
      </AppButton>
    </form>
  )
}

/** A step that needs only a press. */
export function StepButton(props: StepProps & { onPress: () => void }) {
  const { children, button, tone = 'primary', ready, pending, error, onPress } = props
  return (
    <div className={classes.form}>
      {children}
      {error ? <FailureNotice error={error} /> : null}
      <AppButton tone={tone} loading={pending} fullWidth data-autofocus={ready} onClick={onPress}>
        {button}
      </AppButton>
    </div>
  )
}

interface WordsFieldProps {
  label: string
  /** The dialog was opened to write here. */
  autoFocus?: boolean | undefined
  field: FieldProps
}

/** The field for a message that goes with the step. */
export function WordsField(props: WordsFieldProps) {
  return <TextAreaField {...props} max={MESSAGE_MAX_LENGTH} rows={2} optional />
}
