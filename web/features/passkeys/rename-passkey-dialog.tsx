import { type Passkey, passkeyNameSchema } from '@letterlend/contract/passkeys.ts'
import { z } from 'zod'
import { useRenamePasskey } from '../../data/passkeys.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { TextField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

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
