import { useState } from 'react'
import { reloadUser } from '#features/accounts/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { type AdminUser, ROLES, type Role } from '../contract.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/admin-users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface RoleDialogProps {
  user: AdminUser
  /** Whether the viewer changes their own role. */
  own: boolean
  opened: boolean
  onClose: () => void
}

/** Gives somebody another role, of which they are told by mail. */
export function RoleDialog({ user, own, opened, onClose }: RoleDialogProps) {
  const { t } = useTranslation('admin-users')
  const change = useChangeUser(user)
  const [chosenRole, setChosenRole] = useState<Role>(user.role)
  const close = () => {
    setChosenRole(user.role)
    change.reset()
    onClose()
  }
  const confirm = () => {
    if (chosenRole === user.role) return close()
    change.mutate(
      { act: 'setRole', role: chosenRole },
      {
        onSuccess: (changedUser) => {
          setChosenRole(changedUser.role)
          showToast({ message: t('setRole.done') })
          onClose()
          // People who give up their own role may not see the back office any more.
          if (own) void reloadUser().catch(() => undefined)
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('setRole.title', { name: nameOf(user) || t('unnamed') })}
      confirmLabel={t('setRole.submit')}
      loading={change.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <div className={classes.dialog}>
        <ActFailure error={change.error} />
        <SelectField
          label={t('role')}
          value={chosenRole}
          onChange={({ currentTarget }) =>
            setChosenRole(ROLES.find((role) => role === currentTarget.value) ?? user.role)
          }
          data={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
        <p className={classes.plain}>{t(`setRole.may.${chosenRole}`)}</p>
        {own ? <p className={classes.plain}>{t('setRole.own')}</p> : null}
      </div>
    </ConfirmDialog>
  )
}
