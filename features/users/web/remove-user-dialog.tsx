import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import type { AdminUser } from '../contract.ts'
import { ActFailure } from './act-failure.tsx'
import { useRemoveUser } from './data/admin-users.ts'
import { TypedWordForm } from './typed-word-form.tsx'
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

function RemoveForm({ user, onRemoved }: { user: AdminUser; onRemoved: () => void }) {
  const { t } = useTranslation('admin-users')
  const remove = useRemoveUser(user)
  const [hasDied, setHasDied] = useState(false)
  const { lent, borrowed } = user.loans
  const send = () =>
    remove.mutate(hasDied, {
      onSuccess: () => {
        showToast({ message: t('remove.done') })
        onRemoved()
      },
    })
  return (
    <TypedWordForm
      word={user.email ?? (nameOf(user) || t('unnamed'))}
      ask={t('remove.type')}
      submitLabel={t('remove.submit')}
      sending={remove.isPending}
      onSend={send}
    >
      <ActFailure error={remove.error} />
      <p className={classes.plain}>{t('remove.body')}</p>
      {lent.running > 0 || borrowed.running > 0 ? (
        <Notice title={t('remove.running')}>
          <ul>
            {lent.running > 0 ? <li>{t('remove.lent', { count: lent.running })}</li> : null}
            {borrowed.running > 0 ? (
              <li>{t('remove.borrowed', { count: borrowed.running })}</li>
            ) : null}
          </ul>
        </Notice>
      ) : null}
      <CheckField
        label={t('remove.died')}
        hint={t('remove.diedHint')}
        checked={hasDied}
        onChange={setHasDied}
      />
    </TypedWordForm>
  )
}
