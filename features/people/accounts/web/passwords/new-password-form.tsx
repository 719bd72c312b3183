import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { ApiError } from '#platform/web/data/api-client.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { newPasswordSchema } from '../../contract.ts'
import { UsernameHint } from '../username-hint.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const schema = z.object({ password: newPasswordSchema })

interface NewPasswordFormProps {
  /** Owner of the password, if known. */
  email?: string
  submitLabel: string
  sending: boolean
  failure: Error | null
  /** Offered after an error that other input cannot fix. */
  failureAction?: ReactNode
  onSubmit: (password: string) => void
}

/** The first password of an account, or a new one after a forgotten one. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { ofError } = useErrorText()
  const { form, field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, {
    password: '',
  })
  const showFailure = useEffectEvent((failure: Error | null) => {
    if (failure instanceof ApiError) showFieldErrors(failure)
  })
  useEffect(() => showFailure(props.failure), [props.failure])

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit(({ password }) => props.onSubmit(password))}
    >
      {props.failure && !isAboutFields(props.failure) ? (
        <Notice kind="error" action={props.failureAction}>
          {ofError(props.failure)}
        </Notice>
      ) : null}
      {props.email ? <UsernameHint email={props.email} /> : null}
      <NewPasswordField password={form.values.password} field={field('password')} />
      <div className={forms.actions}>
        <AppButton type="submit" loading={props.sending}>
          {props.submitLabel}
        </AppButton>
      </div>
    </form>
  )
}
