import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

interface Outcome {
  onSuccess: () => void
  onError: (error: unknown) => void
}

interface CancelButtonProps {
  label: string
  /** Names the order, where several orders have such a button. */
  fullLabel?: string
  /** The consequences of cancelling. */
  body: string
  sending: boolean
  /** Sends the request and reports the outcome. */
  onCancel: (outcome: Outcome) => void
  onCancelled: () => void
}

/** Cancels an order after a confirmation. */
export function CancelButton({
  label,
  fullLabel,
  body,
  sending,
  onCancel,
  onCancelled,
}: CancelButtonProps) {
  const { t } = useTranslation('orders')
  const { ofError } = useErrorText()
  const [asking, setAsking] = useState(false)
  const confirm = () =>
    onCancel({
      onSuccess: () => {
        setAsking(false)
        showToast({ message: t('list.cancelled') })
        onCancelled()
      },
      onError: (error) => {
        setAsking(false)
        showToast({ kind: 'error', message: ofError(error) })
      },
    })
  return (
    <>
      <AppButton tone="quiet" aria-label={fullLabel} onClick={() => setAsking(true)}>
        {label}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('list.cancelTitle')}
        confirmLabel={t('list.cancelConfirm')}
        dismissLabel={t('list.keep')}
        destructive
        loading={sending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {body}
      </ConfirmDialog>
    </>
  )
}
