import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useLeaveHousehold } from './data/household.ts'
import classes from './household.module.css'

/** Lets a member leave the household. */
export function LeaveButton({ onLeft }: { onLeft: () => void }) {
  const { t } = useTranslation('household')
  const { ofError } = useErrorText()
  const leave = useLeaveHousehold()
  const [asking, setAsking] = useState(false)
  const confirm = () =>
    leave.mutate(undefined, {
      onSuccess: () => {
        showToast({ message: t('page.left') })
        onLeft()
      },
      onError: (error) => {
        setAsking(false)
        showToast({ kind: 'error', message: ofError(error) })
      },
    })
  return (
    <div className={classes.section}>
      <p className={classes.muted}>{t('page.memberHint')}</p>
      <div className={classes.leave}>
        <AppButton tone="secondary" onClick={() => setAsking(true)}>
          {t('page.leave')}
        </AppButton>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('page.leaveTitle')}
        confirmLabel={t('page.leave')}
        destructive
        loading={leave.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('page.leaveBody')}
      </ConfirmDialog>
    </div>
  )
}
