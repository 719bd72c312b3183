import { accountsApi } from '@letterlend/contract/accounts.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import forms from '../../ui/form.module.css'
import { TextField } from '../../ui/form-fields.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

interface ConfirmCodeFormProps {
  onSubmit: (code: string) => void
}

/** For those whose mail is on another device: the code of the mail, typed or pasted. */
export function ConfirmCodeForm({ onSubmit: confirm }: ConfirmCodeFormProps) {
  const { t } = useTranslation('accounts')
  const { field, onSubmit } = useSchemaForm(accountsApi.emailConfirmation.body, {
    email_confirmation_token: '',
  })
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit((values) => confirm(values.email_confirmation_token.trim()))}
    >
      <TextField
        label={t('fields.code')}
        description={t('confirmEmail.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email_confirmation_token')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" tone="secondary">
          {t('confirmEmail.submit')}
        </AppButton>
      </div>
    </form>
  )
}
