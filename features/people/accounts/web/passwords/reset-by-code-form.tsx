import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { newPasswordSchema } from '../../contract.ts'
import { CodeField } from '../code-field.tsx'
import { isWrongCode } from '../confirm-code-form.tsx'
import { useResetPassword } from '../data/accounts.ts'
import { UsernameHint } from '../username-hint.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const schema = z.object({ code: tokenSchema, password: newPasswordSchema })

/**
 * A new password for people who read the mail on another device: they type its code, which also
 * logs in.
 */
export function ResetByCodeForm({ email }: { email: string }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const reset = useResetPassword()
  const { form, field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, {
    code: '',
    password: '',
  })
  // The pressed button is gone, so the focus moves to what replaced it.
  const focusCode = useEffectEvent(() => form.getInputNode('code')?.focus())
  useEffect(() => focusCode(), [])
  const { error } = reset
  const send = ({ code, password }: typeof form.values) =>
    reset.mutate(
      { token: code, password, email },
      {
        onSuccess: () => {
          showToast({ message: t('resetPassword.done') })
          navigate(paths.map(), { replace: true })
        },
        onError: (failure) => {
          if (failure instanceof ApiError) showFieldErrors(failure)
          if (!isWrongCode(failure)) return
          // Keeps the input, so that it can be compared with the mail.
          form.setErrors({ code: VALIDATION.verificationCode })
          form.getInputNode('code')?.focus()
        },
      },
    )
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {error && !isWrongCode(error) && !isAboutFields(error) ? (
        <Notice kind="error">{ofError(error)}</Notice>
      ) : null}
      <UsernameHint email={email} />
      <CodeField field={field('code')} />
      <NewPasswordField password={form.values.password} field={field('password')} />
      <div className={forms.actions}>
        <AppButton type="submit" loading={reset.isPending}>
          {t('setPassword.submit')}
        </AppButton>
      </div>
    </form>
  )
}
