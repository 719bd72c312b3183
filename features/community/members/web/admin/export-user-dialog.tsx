import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { saveFile } from '#platform/web/ui/save-file.ts'
import type { AdminUser } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useExportUser } from './data/users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface ExportUserDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Downloads a member's data, after saying that the member is notified. */
export function ExportUserDialog({ user, opened, onClose }: ExportUserDialogProps) {
  const { t } = useTranslation('admin-users')
  const exporting = useExportUser(user)
  const close = () => {
    exporting.reset()
    onClose()
  }
  const save = () =>
    exporting.mutate(undefined, {
      onSuccess: (data) => {
        const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
        saveFile(`${t('exportData.fileName')}-${new Date().toISOString().slice(0, 10)}.json`, json)
        showToast({ message: t('exportData.done') })
        close()
      },
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('exportData.title', { name: nameOf(user) || t('unnamed') })}
      confirmLabel={t('exportData.submit')}
      loading={exporting.isPending}
      onConfirm={save}
      onClose={close}
    >
      <div className={classes.dialog}>
        <ActFailure error={exporting.error} />
        <p className={classes.plain}>{t('exportData.body')}</p>
        <p className={classes.plain}>{t('exportData.told')}</p>
      </div>
    </ConfirmDialog>
  )
}
