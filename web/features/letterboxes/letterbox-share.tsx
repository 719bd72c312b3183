import { paths } from '@letterlend/contract/paths.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './letterbox-overlay.module.css'

const LetterboxQrDialog = lazy(() =>
  import('./letterbox-qr-dialog.tsx').then((m) => ({ default: m.LetterboxQrDialog })),
)

interface LetterboxShareProps {
  id: string
  /** Undefined where there is nobody to report to: at the own letterbox. */
  onReport: (() => void) | undefined
}

/** Copies the link to a letterbox, or shows it as a QR code; reports what is wrong with it. */
export function LetterboxShare({ id, onReport }: LetterboxShareProps) {
  const { t } = useTranslation('letterboxes')
  const [code, setCode] = useState<'never' | 'open' | 'closed'>('never')
  const link = new URL(paths.letterbox(id), window.location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast({ message: t('overlay.copied') })
    } catch {
      // Without permission to write the clipboard the link can still be copied by hand.
      showToast({ kind: 'warning', message: t('overlay.copyByHand', { link }) })
    }
  }
  return (
    <div className={classes.actions}>
      <AppButton tone="quiet" onClick={copy}>
        {t('overlay.copyLink')}
      </AppButton>
      <AppButton tone="quiet" onClick={() => setCode('open')}>
        {t('overlay.qr')}
      </AppButton>
      {onReport ? (
        <AppButton tone="quiet" onClick={onReport}>
          {t('overlay.report')}
        </AppButton>
      ) : null}
      <Suspense>
        {code === 'never' ? null : (
          <LetterboxQrDialog
            link={link}
            opened={code === 'open'}
            onClose={() => setCode('closed')}
          />
        )}
      </Suspense>
    </div>
  )
}
