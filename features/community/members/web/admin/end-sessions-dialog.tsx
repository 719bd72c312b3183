import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import type { AdminUser } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface EndSessionsDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Ends all sessions of a member without blocking new logins. */
export function EndSessionsDialog({ user, opened, onClose }: EndSessionsDialogProps) {
  const { t } = useTranslation('admin-users')
  const change = useChangeUser(user)
  const close = () => {
    change.reset()
    onClose()
  }
  const end = () =>
    change.mutate(
      { act: 'endSessions' },
      {
        onSuccess: () => {
          showToast({ message: t('endSessions.done') })
          close()
        },
      },
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('endSessions.title', { name: nameOf(user) || t('unnamed') })}
      confirmLabel={t('endSessions.submit')}
      destructive
      loading={change.isPending}
      onConfirm={end}
      onClose={close}
    >
      <div className={classes.dialog}>
        <ActFailure error={change.error} />
        <p className={classes.plain}>{t('endSessions.body')}</p>
      </div>
    </ConfirmDialog>
  )
}
