import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { accountsApi } from '../contract.ts'
import { CodeField } from './code-field.tsx'
import type { useConfirmEmail } from './data/accounts.ts'

export type CodeConfirmation = Pick<
  ReturnType<typeof useConfirmEmail>,
  'mutate' | 'isPending' | 'error'
>

const ownCode = accountsApi.emailConfirmation.body.omit({ email: true })
const codeOfSomebody = ownCode.extend({ email: emailSchema })

export const isWrongCode = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid_token'

interface ConfirmCodeFormProps {
  confirmation: CodeConfirmation
  /** The code belongs to the logged-in user. A visitor also types the address. */
  loggedIn: boolean
}

/** Form for the code of a mail that is read on another device. */
export function ConfirmCodeForm({ confirmation, loggedIn }: ConfirmCodeFormProps) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const { form, field, onSubmit } = useSchemaForm(loggedIn ? ownCode : codeOfSomebody, {
    email: '',
    email_confirmation_token: '',
  })
  const { error } = confirmation
  const send = ({ email, email_confirmation_token }: typeof form.values) =>
    confirmation.mutate(
      { email_confirmation_token, ...(!loggedIn && { email: email.trim() }) },
      {
        onError: (error) => {
          if (!isWrongCode(error)) return
          // Keeps the input, so that it can be compared with the mail.
          form.setErrors({ email_confirmation_token: VALIDATION.verificationCode })
          form.getInputNode('email_confirmation_token')?.focus()
        },
      },
    )
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {error && !isWrongCode(error) ? <Notice kind="error">{ofError(error)}</Notice> : null}
      {loggedIn ? null : <EmailField label={t('fields.email')} {...field('email')} />}
      <CodeField field={field('email_confirmation_token')} />
      <div className={forms.actions}>
        <AppButton type="submit" tone="secondary" loading={confirmation.isPending}>
          {t('confirmEmail.submit')}
        </AppButton>
      </div>
    </form>
  )
}
