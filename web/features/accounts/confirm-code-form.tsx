import { accountsApi } from '@letterlend/contract/accounts.ts'
import { emailSchema } from '@letterlend/contract/email.ts'
import { VALIDATION } from '@letterlend/contract/errors.ts'
import type { useConfirmEmail } from '../../data/accounts.ts'
import { ApiError } from '../../data/api-client.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { EmailField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { CodeField } from './code-field.tsx'

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
  /** Somebody is logged in, whose code it is; anybody else says the address as well. */
  loggedIn: boolean
}

/** For those whose mail is on another device: the code of the mail, typed or pasted. */
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
          // What was typed stays, to be compared with the mail.
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
