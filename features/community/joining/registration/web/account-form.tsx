import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { accountUpdateSchema } from '#features/people/accounts/contract.ts'
import { type User, useUpdateAccount } from '#features/people/accounts/web/data/door.ts'
import { NewPasswordField } from '#features/people/accounts/web/door.ts'
import { PostalFields } from '#features/places/letterboxes/web/door.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField, PasswordField } from '#platform/web/ui/forms/form-fields.tsx'
import { NameFields } from '#platform/web/ui/forms/name-fields.tsx'
import { type FieldProps, useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type AccountDraft, changesAccount, draftOfAccount } from './account-draft.ts'
import classes from './account-form.module.css'

interface AccountFormProps {
  user: User
  /** The saved values, or an unsaved draft. */
  initial: AccountDraft
  /** Called with every change except of passwords, to store the draft. */
  onChange: (draft: AccountDraft) => void
  onSaved: (user: User) => void
}

/** Field errors of the server, by its message. */
const FIELD_ERRORS: Record<string, Record<string, string>> = {
  incorrectPassword: { current_password: VALIDATION.incorrectPassword },
  emailTaken: { email: VALIDATION.emailTaken },
}

/** For accounts that log in with a passkey or a linked account. The server asks for a proof if it needs one. */
const withoutPassword = accountUpdateSchema.omit({ current_password: true })

/** Everything the owner of an account may change. Needs the current password if there is one. */
export function AccountForm({ user, initial, onChange, onSaved }: AccountFormProps) {
  const { t } = useTranslation('accounts')
  const update = useUpdateAccount()
  const [refused, setRefused] = useState<unknown>(null)
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm(
    user.has_password ? accountUpdateSchema : withoutPassword,
    { ...initial, new_password: '', current_password: '' },
    ({ new_password: _new, current_password: _current, ...draft }) => onChange(draft),
  )

  const save = onSubmit((values) => {
    setRefused(null)
    const { current_password, ...others } = values
    update.mutate(current_password === '' ? others : values, {
      onSuccess: onSaved,
      onError: (error) => {
        const fields = error instanceof ApiError && FIELD_ERRORS[error.errorMsg ?? '']
        if (fields) {
          form.setErrors(fields)
          form.getInputNode(Object.keys(fields)[0] ?? '')?.focus()
        } else if (!(error instanceof ApiError && showFieldErrors(error))) {
          setRefused(error)
        }
      },
    })
  })

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        if (changesAccount(draftOfAccount(user), form.values)) return save(event)
        event.preventDefault()
        showToast({ kind: 'warning', message: t('account.noChanges') })
      }}
    >
      {refused ? <Refusal error={refused} /> : null}
      <Part title={t('account.you')}>
        <EmailField
          label={t('fields.email')}
          description={t('account.emailHint')}
          autoComplete="username"
          {...field('email')}
        />
        <NameFields field={field} />
      </Part>
      <Part title={t('account.address')}>
        <PostalFields field={field} />
      </Part>
      {user.has_password ? (
        <PasswordParts email={user.email} newPassword={form.values.new_password} field={field} />
      ) : (
        <Part title={t('fields.password')}>
          <p>{t('account.noPassword')}</p>
          <AppButton component={Link} to={paths.setPassword()} tone="secondary">
            {t('setPassword.submit')}
          </AppButton>
        </Part>
      )}
      <div className={forms.actions}>
        <AppButton type="submit" loading={update.isPending}>
          {t('account.save')}
        </AppButton>
      </div>
    </form>
  )
}

interface PasswordPartsProps {
  email: string
  newPassword: string
  field: (name: 'new_password' | 'current_password') => FieldProps
}

/** A new password, and the current one as proof. */
function PasswordParts({ email, newPassword, field }: PasswordPartsProps) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <Part title={t('account.newPassword')}>
        <NewPasswordField optional password={newPassword} field={field('new_password')} />
      </Part>
      <Part title={t('account.confirm')}>
        <div>
          <PasswordField
            label={t('fields.currentPassword')}
            description={t('account.confirmHint')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...field('current_password')}
          />
          <Link to={paths.forgotPassword()} state={{ email }} className={classes.forgot}>
            {t('login.forgot')}
          </Link>
        </div>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend className={classes.title}>{title}</legend>
      <div className={forms.form}>{children}</div>
    </fieldset>
  )
}

/** Shows an error that belongs to no field. An unknown message of the server is shown as it is. */
function Refusal({ error }: { error: unknown }) {
  const { ofError } = useErrorText()
  const raw = error instanceof ApiError ? error.errorMsg : null
  return <Notice kind="error">{raw ?? ofError(error)}</Notice>
}
