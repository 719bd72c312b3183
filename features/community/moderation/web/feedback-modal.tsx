import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { FeedbackForm } from './feedback-form.tsx'

interface FeedbackModalProps {
  opened: boolean
  onClose: () => void
}

/** The dialog for feedback about the app, which any screen can open. */
export function FeedbackModal({ opened, onClose }: FeedbackModalProps) {
  const { t } = useTranslation('general-feedbacks')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      opened={opened}
      // It cannot be closed while sending, so that users see whether the feedback arrives.
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('heading')}
    >
      <FeedbackForm onBusy={setBusy} onSent={onClose} onClose={onClose} />
    </Dialog>
  )
}
