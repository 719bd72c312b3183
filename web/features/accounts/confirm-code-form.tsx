import { accountsApi } from '@letterlend/contract/accounts.ts'
import { VALIDATION } from '@letterlend/contract/errors.ts'
import type { useConfirmEmail } from '../../data/accounts.ts'
import { ApiError } from '../../data/api-client.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { TextField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

export type CodeConfirmation = Pick<
  ReturnType<typeof useConfirmEmail>,
  'mutate' | 'isPending' | 'error'
>

const isWrongCode = (error: unknown) => error instanceof ApiError && error.code === 'invalid_token'

/** For those whose mail is on another device: the code of the mail, typed or pasted. */
export function ConfirmCodeForm({ confirmation }: { confirmation: CodeConfirmation }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const { form, field, onSubmit } = useSchemaForm(accountsApi.emailConfirmation.body, {
    email_confirmation_token: '',
  })
  const { error } = confirmation
  const send = (code: string) =>
    confirmation.mutate(code, {
      onError: (error) => {
        if (!isWrongCode(error)) return
        // What was typed stays, to be compared with the mail.
        form.setErrors({ email_confirmation_token: VALIDATION.verificationCode })
        form.getInputNode('email_confirmation_token')?.focus()
      },
    })
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit((values) => send(values.email_confirmation_token.trim()))}
    >
      {error && !isWrongCode(error) ? <Notice kind="error">{ofError(error)}</Notice> : null}
      <TextField
        label={t('fields.code')}
        description={t('confirmEmail.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email_confirmation_token')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" tone="secondary" loading={confirmation.isPending}>
          {t('confirmEmail.submit')}
        </AppButton>
      </div>
    </form>
  )
}
