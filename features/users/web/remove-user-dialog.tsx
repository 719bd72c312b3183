import { useMemo } from 'react'
import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import type { AdminUser } from '../contract.ts'
import { ActFailure } from './act-failure.tsx'
import { useRemoveUser } from './data/admin-users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface RemoveUserDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
  onRemoved: () => void
}

/** Deletes an account after its address was typed, or its name where it has no address. */
export function RemoveUserDialog({ user, opened, onClose, onRemoved }: RemoveUserDialogProps) {
  const { t } = useTranslation('admin-users')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('remove.title', { name: nameOf(user) || t('unnamed') })}
    >
      <RemoveForm user={user} onRemoved={onRemoved} />
    </Dialog>
  )
}

const plain = (text: string) => text.trim().normalize().toLowerCase()

function RemoveForm({ user, onRemoved }: { user: AdminUser; onRemoved: () => void }) {
  const { t } = useTranslation('admin-users')
  const remove = useRemoveUser(user)
  const word = user.email ?? (nameOf(user) || t('unnamed'))
  const schema = useMemo(
    () =>
      z.object({
        confirmation: z.string().refine((text) => plain(text) === plain(word), VALIDATION.invalid),
      }),
    [word],
  )
  const { field, onSubmit } = useSchemaForm(schema, { confirmation: '' })
  const send = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast({ message: t('remove.done') })
        onRemoved()
      },
    })
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <ActFailure error={remove.error} />
      <p className={classes.plain}>{t('remove.body')}</p>
      <p className={classes.plain}>
        {t('remove.type')} <strong className={classes.word}>{word}</strong>
      </p>
      <TextField
        label={t('remove.label')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...field('confirmation')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={remove.isPending}>
          {t('remove.submit')}
        </AppButton>
      </div>
    </form>
  )
}
