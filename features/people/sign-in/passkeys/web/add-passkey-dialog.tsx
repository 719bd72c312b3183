import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { PasswordField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { passkeyNameSchema } from '../contract.ts'
import { CeremonyError } from './data/passkey-ceremony.ts'
import { useAddPasskey } from './data/passkeys.ts'

const schema = z.object({ name: passkeyNameSchema, current_password: z.string() })

interface AddPasskeyDialogProps {
  /** Name of this device, which is the default name of the passkey. */
  proposedName: string
  onAdded?: () => void
  onClose: () => void
}

/** Asks for a name, and for the password if the login was a while ago. Then the browser takes over. */
export function AddPasskeyDialog({ proposedName, onAdded, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation('security')
  const add = useAddPasskey()
  const [wantsPassword, setWantsPassword] = useState(false)
  const { field, onSubmit, showFieldErrors } = useSchemaForm(schema, {
    name: proposedName,
    current_password: '',
  })

  const send = ({ name, current_password }: z.input<typeof schema>) =>
    add.mutate(
      { name, password: current_password || undefined },
      {
        onSuccess: () => {
          showToast({ message: t('passkeys.added') })
          onClose()
          onAdded?.()
        },
        onError: (error) => {
          if (!(error instanceof ApiError) || !error.errors.current_password) return
          setWantsPassword(true)
          // At first the missing password is no mistake, so only the field itself asks for it.
          if (wantsPassword) showFieldErrors(error)
        },
      },
    )
  const needsPassword = add.error instanceof ApiError && add.error.errors.current_password

  return (
    <Dialog opened onClose={onClose} title={t('passkeys.addTitle')} size="md">
      <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
        <p>{t('passkeys.addBody')}</p>
        {add.error && !needsPassword ? <AddFailure error={add.error} /> : null}
        <TextField
          label={t('passkeys.name')}
          description={t('passkeys.nameHint')}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          {...field('name')}
        />
        {wantsPassword ? (
          <PasswordField
            label={t('passkeys.password')}
            description={t('passkeys.passwordHint')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            autoFocus
            {...field('current_password')}
          />
        ) : null}
        <div className={forms.actions}>
          <AppButton type="submit" loading={add.isPending}>
            {t('passkeys.addNow')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}

function AddFailure({ error }: { error: Error }) {
  const { t } = useTranslation('security')
  const { ofError } = useErrorText()
  if (!(error instanceof CeremonyError)) return <Notice kind="error">{ofError(error)}</Notice>
  const { failure } = error
  return (
    <Notice kind={failure === 'cancelled' ? 'info' : 'error'}>
      {t(`passkeys.failure.${failure}`)}
    </Notice>
  )
}
