import { z } from 'zod'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type Passkey, passkeyNameSchema } from '../contract.ts'
import { useRenamePasskey } from './data/passkeys.ts'

const schema = z.object({ name: passkeyNameSchema })

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation('security')
  const { ofError } = useErrorText()
  const rename = useRenamePasskey()
  const { field, onSubmit } = useSchemaForm(schema, { name: passkey.name })
  return (
    <Dialog opened onClose={onClose} title={t('passkeys.renameTitle')} size="md">
      <form
        className={forms.form}
        noValidate
        onSubmit={onSubmit(({ name }) =>
          rename.mutate({ id: passkey.id, name }, { onSuccess: onClose }),
        )}
      >
        {rename.isError ? <Notice kind="error">{ofError(rename.error)}</Notice> : null}
        <TextField
          label={t('passkeys.name')}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          {...field('name')}
        />
        <div className={forms.actions}>
          <AppButton type="submit" loading={rename.isPending}>
            {t('passkeys.save')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
