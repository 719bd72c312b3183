import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useEndAllSessions } from './data/sessions.ts'

/** Ends all sessions, including this one, after confirmation. */
export function EndAllSessions() {
  const { t } = useTranslation('security')
  const { ofError } = useErrorText()
  const endAll = useEndAllSessions(() => showToast({ message: t('sessions.endedAll') }))
  const [asking, setAsking] = useState(false)
  const confirm = () =>
    endAll.mutate(undefined, {
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })
  return (
    <>
      <AppButton tone="quiet" onClick={() => setAsking(true)}>
        {t('sessions.endAll')}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('sessions.endAllTitle')}
        confirmLabel={t('sessions.endAll')}
        loading={endAll.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('sessions.endAllBody')}
      </ConfirmDialog>
    </>
  )
}
