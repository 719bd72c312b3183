import { accountUpdateSchema, type User } from '@letterlend/contract/accounts.ts'
import { useUpdateAccount } from '../../data/accounts.ts'
import { ApiError } from '../../data/api-client.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { EmailField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { draftOfAccount } from './account-draft.ts'

interface CorrectEmailFormProps {
  user: User
  onCorrected: () => void
}

/** For whoever mistyped the address while registering, so that no mail ever came. */
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
