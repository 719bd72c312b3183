import { ApiError } from '#platform/web/data/api-client.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { forgotPasswordSchema } from '../../contract.ts'
import { useForgotPassword } from '../data/accounts.ts'

interface ForgotPasswordFormProps {
  /** The address typed at the login. */
  email: string
  onSent: (email: string) => void
}

/** Requests a link for a new password. Does not reveal whether the account exists. */
export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const forgot = useForgotPassword(useCaptcha(true))
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm(
    forgotPasswordSchema.pick({ email: true }),
    { email },
  )

  const send = ({ email: typed }: { email: string }) => {
    const address = typed.trim()
    forgot.mutate(address, {
      onSuccess: () => onSent(address),
      onError: (error) => {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {forgot.isError && !form.errors.email ? (
        <Notice kind="error">{ofError(forgot.error)}</Notice>
      ) : null}
      <EmailField label={t('fields.email')} autoComplete="username" {...field('email')} />
      <div className={forms.actions}>
        <AppButton type="submit" loading={forgot.isPending}>
          {t('forgotPassword.submit')}
        </AppButton>
      </div>
    </form>
  )
}
