import { useState } from 'react'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { ReportForm } from './report-form.tsx'

interface LetterboxReportProps {
  letterbox: Letterbox
  opened: boolean
  onClose: () => void
}

/** Dialog to report a letterbox. A visitor's device solves the captcha while the form is being filled in. */
export function LetterboxReport({ letterbox, opened, onClose }: LetterboxReportProps) {
  const { t } = useTranslation('reports')
  const { user, loading, loggedIn } = useSession()
  const takeCaptcha = useCaptcha(!loggedIn && opened)
  const [busy, setBusy] = useState(false)
  const { id, address, postcode, city } = letterbox
  return (
    <Dialog
      opened={opened}
      // It cannot be closed while sending, so that users see whether the report arrives.
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('heading', { place: `${address}, ${postcode} ${city}` })}
    >
      {loading ? (
        <SkeletonList rows={3} rowHeight={64} />
      ) : (
        <ReportForm
          letterboxId={id}
          email={user?.email ?? null}
          takeCaptcha={takeCaptcha}
          onBusy={setBusy}
          onSent={onClose}
        />
      )}
    </Dialog>
  )
}
