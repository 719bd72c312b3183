import { forgotPasswordSchema } from '@letterlend/contract/accounts.ts'
import { useForgotPassword } from '../../data/accounts.ts'
import { ApiError } from '../../data/api-client.ts'
import { useCaptcha } from '../../data/captcha/use-captcha.ts'
import { useConfig } from '../../data/config.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { EmailField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

interface ForgotPasswordFormProps {
  /** What was typed at the login. */
  email: string
  onSent: (email: string) => void
}

/** Where the link for a new password goes. Whether there is an account is not told. */
export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const forgot = useForgotPassword(useCaptcha(useConfig()?.captcha === true))
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
