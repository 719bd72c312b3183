import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import type { AdminUser } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useChangeUser } from './data/users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface ResetSecondFactorDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** For a member who has lost their second factor. */
export function ResetSecondFactorDialog({ user, opened, onClose }: ResetSecondFactorDialogProps) {
  const { t } = useTranslation('admin-users')
  const change = useChangeUser(user)
  const close = () => {
    change.reset()
    onClose()
  }
  const reset = () =>
    change.mutate(
      { act: 'resetSecondFactor' },
      {
        onSuccess: () => {
          showToast({ message: t('resetSecondFactor.done') })
          close()
        },
      },
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('resetSecondFactor.title', { name: nameOf(user) || t('unnamed') })}
      confirmLabel={t('resetSecondFactor.submit')}
      destructive
      loading={change.isPending}
      onConfirm={reset}
      onClose={close}
    >
      <div className={classes.dialog}>
        <ActFailure error={change.error} />
        <p className={classes.plain}>{t('resetSecondFactor.body')}</p>
      </div>
    </ConfirmDialog>
  )
}
