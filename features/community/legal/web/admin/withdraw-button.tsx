import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { AdminLegalPage } from '../../contract.admin.ts'
import { useWithdraw } from '../data/legal.ts'

/** Withdraws a published page after explaining the consequences. */
export function WithdrawButton({ published }: { published: AdminLegalPage }) {
  const { t } = useTranslation('admin-legal')
  const { ofError } = useErrorText()
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdraw()
  const { page, version } = published
  const go = () =>
    withdraw.mutate(
      { page, version },
      {
        onSuccess: () => showToast({ message: t('withdraw.done') }),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <AppButton tone="danger" onClick={() => setAsking(true)}>
        {t('withdraw.button')}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('withdraw.title')}
        confirmLabel={t('withdraw.confirm')}
        destructive
        loading={withdraw.isPending}
        onConfirm={go}
        onClose={() => setAsking(false)}
      >
        {t('withdraw.body')} {t(`withdraw.page.${page}`)}
      </ConfirmDialog>
    </>
  )
}
