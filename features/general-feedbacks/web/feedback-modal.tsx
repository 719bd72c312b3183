import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { FeedbackForm } from './feedback-form.tsx'

interface FeedbackModalProps {
  opened: boolean
  onClose: () => void
}

/** Feedback about the app, from anywhere in it. */
export function FeedbackModal({ opened, onClose }: FeedbackModalProps) {
  const { t } = useTranslation('general-feedbacks')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      opened={opened}
      // Whether feedback that is on its way arrives must be seen.
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('heading')}
    >
      <FeedbackForm onBusy={setBusy} onSent={onClose} onClose={onClose} />
    </Dialog>
  )
}
