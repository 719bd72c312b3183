import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { CodeField } from './code-field.tsx'
import { isWrongCode } from './confirm-code-form.tsx'
import { useLoginByLink } from './data/accounts.ts'

const schema = z.object({ email: emailSchema, code: tokenSchema })
/** Same lifetime as the link of the mail. */
const CODE_MINUTES = 10

/**
 * For people who read the login mail on another device: they type its code.
 * @param email the recipient of the mail, if known; otherwise the user types it too
 */
export function LoginByCodeForm({
  email,
  minutes = CODE_MINUTES,
}: {
  email?: string
  minutes?: number
}) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const login = useLoginByLink()
  const { form, field, onSubmit } = useSchemaForm(schema, { email: email ?? '', code: '' })
  // The pressed button is gone, so the focus moves to what replaced it.
  const focusFirst = useEffectEvent(() =>
    form.getInputNode(email === undefined ? 'email' : 'code')?.focus(),
  )
  useEffect(() => focusFirst(), [])
  const { error } = login
  const send = (typed: typeof form.values) =>
    login.mutate(
      { token: typed.code, email: typed.email },
      {
        onError: (failure) => {
          if (!isWrongCode(failure)) return
          // Keeps the input, so that it can be compared with the mail.
          form.setErrors({ code: VALIDATION.verificationCode })
          form.getInputNode('code')?.focus()
        },
      },
    )
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {error && !isWrongCode(error) ? <Notice kind="error">{ofError(error)}</Notice> : null}
      {email === undefined ? (
        <EmailField label={t('fields.email')} autoComplete="username" {...field('email')} />
      ) : null}
      <CodeField field={field('code')} minutes={minutes} />
      <div className={forms.actions}>
        <AppButton type="submit" loading={login.isPending}>
          {t('login.submit')}
        </AppButton>
      </div>
    </form>
  )
}
