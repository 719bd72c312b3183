import { useMemo, useState } from 'react'
import { z } from 'zod'
import {
  type useDeleteAccount,
  useSendLoginLink,
  useSession,
} from '#features/people/accounts/web/data/door.ts'
import { UsernameHint } from '#features/people/accounts/web/door.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { PasswordField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { isDeleteWord } from './delete-word.ts'

export interface DeleteAccountFormProps {
  remove: ReturnType<typeof useDeleteAccount>
}

/** Asks for the confirming word, and for the password if the login was some time ago. The deletion is permanent. */
export function DeleteAccountForm({ remove }: DeleteAccountFormProps) {
  const { t } = useTranslation('accounts')
  const { user } = useSession()
  const [wantsPassword, setWantsPassword] = useState(false)
  const word = t('deleteAccount.word')
  const schema = useMemo(() => {
    const confirmation = z
      .string()
      .refine((text) => isDeleteWord(text, word), VALIDATION.deleteConfirm)
    return z.object({ confirmation, current_password: z.string() })
  }, [word])
  const { field, onSubmit, showFieldErrors } = useSchemaForm(schema, {
    confirmation: '',
    current_password: '',
  })

  const send = ({ current_password }: { current_password: string }) =>
    remove.mutate(
      { userId: user?.id, password: current_password || undefined },
      {
        onError: (error) => {
          if (!asksForPassword(error)) return
          setWantsPassword(true)
          // The first time, the missing password is not an error: the field itself asks for it.
          if (wantsPassword) showFieldErrors(error)
        },
      },
    )

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {remove.error && !asksForPassword(remove.error) ? <Failure error={remove.error} /> : null}
      <TextField
        label={t('deleteAccount.wordLabel', { word })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...field('confirmation')}
      />
      {wantsPassword ? (
        <>
          {user ? <UsernameHint email={user.email} /> : null}
          <PasswordField
            label={t('fields.currentPassword')}
            description={t('deleteAccount.passwordHint')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            autoFocus
            {...field('current_password')}
          />
        </>
      ) : null}
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={remove.isPending}>
          {t('deleteAccount.submit')}
        </AppButton>
      </div>
    </form>
  )
}

function asksForPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.errors.current_password !== undefined
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const code = error instanceof ApiError ? error.code : null
  if (code === 'conflict') return <Notice kind="error">{t('deleteAccount.lastAdmin')}</Notice>
  return code === 'login_too_old' ? <LogInAnew /> : <Notice kind="error">{ofError(error)}</Notice>
}

/** The owner of an account without a password confirms by a mailed link. */
function LogInAnew() {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const { user } = useSession()
  const link = useSendLoginLink()
  const email = user?.email ?? ''
  if (link.isSuccess) {
    return (
      <div role="status">
        <Notice kind="success">{t('deleteAccount.linkSent', { email })}</Notice>
      </div>
    )
  }
  const sendLink = () => {
    // The mailed link opens the map, so the way back is stored on the device.
    writeReturnPath(paths.deleteAccount())
    link.mutate(email)
  }
  return (
    <Notice
      kind="error"
      action={
        <AppButton tone="secondary" loading={link.isPending} onClick={sendLink}>
          {t('login.sendLink')}
        </AppButton>
      }
    >
      {link.isError ? ofError(link.error) : t('deleteAccount.logInAnew')}
    </Notice>
  )
}
