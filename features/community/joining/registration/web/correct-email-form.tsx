import { accountUpdateSchema } from '#features/people/accounts/contract.ts'
import { type User, useUpdateAccount } from '#features/people/accounts/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { draftOfAccount } from './account-draft.ts'

interface CorrectEmailFormProps {
  user: User
  onCorrected: () => void
}

/** For people who mistyped their address while registering, so that the mail never arrived. */
export function CorrectEmailForm({ user, onCorrected }: CorrectEmailFormProps) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const update = useUpdateAccount()
  const account = draftOfAccount(user)
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm(
    accountUpdateSchema.pick({ email: true }),
    { email: account.email },
  )

  const send = ({ email }: { email: string }) => {
    update.mutate(
      { ...account, email },
      {
        onSuccess: () => {
          showToast({ message: t('confirmEmail.resent', { email: email.trim() }) })
          onCorrected()
        },
        onError: (error) => {
          if (error instanceof ApiError) showFieldErrors(error)
        },
      },
    )
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {update.isError && !form.errors.email ? (
        <Notice kind="error">{ofError(update.error)}</Notice>
      ) : null}
      <EmailField label={t('fields.email')} {...field('email')} />
      <div className={forms.actions}>
        <AppButton type="submit" tone="secondary" loading={update.isPending}>
          {t('confirmEmail.waiting.correct')}
        </AppButton>
      </div>
    </form>
  )
}
