import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import classes from './start-over.module.css'

interface StartOverProps {
  onConfirm: () => void
  /** Placed on its own below the sheet of a step. */
  below?: boolean
}

/** Deletes the draft, for users of shared devices. */
export function StartOver({ onConfirm, below = false }: StartOverProps) {
  const { t } = useTranslation('orders')
  const [confirming, setConfirming] = useState(false)
  return (
    <div className={below ? classes.below : undefined}>
      <AppButton tone="quiet" onClick={() => setConfirming(true)}>
        {t('startOver.action')}
      </AppButton>
      <ConfirmDialog
        opened={confirming}
        title={t('startOver.title')}
        confirmLabel={t('startOver.confirm')}
        destructive
        onConfirm={() => {
          setConfirming(false)
          onConfirm()
        }}
        onClose={() => setConfirming(false)}
      >
        {t('startOver.body')}
      </ConfirmDialog>
    </div>
  )
}
