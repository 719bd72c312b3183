import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import classes from './letterbox-overlay.module.css'

interface LetterboxShareProps {
  id: string
  title: string
  /** Undefined for the user's own letterbox. */
  onReport: (() => void) | undefined
}

/** Shares the link to a letterbox. Its owner can print it as a poster; others can report a problem. */
export function LetterboxShare({ id, title, onReport }: LetterboxShareProps) {
  const { t } = useTranslation('letterboxes')
  const share = async () => {
    const url = new URL(paths.letterbox(id), window.location.origin).href
    try {
      if (navigator.canShare?.({ title, url })) return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      showToast({ message: t('overlay.copied') })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      // Without access to the clipboard, the user can copy the link by hand.
      showToast({ kind: 'warning', message: t('overlay.copyByHand', { link: url }) })
    }
  }
  return (
    <div className={classes.actions}>
      <AppButton tone="quiet" onClick={share}>
        {t('overlay.share')}
      </AppButton>
      {onReport ? (
        <AppButton tone="quiet" onClick={onReport}>
          {t('overlay.report')}
        </AppButton>
      ) : (
        <AppButton tone="quiet" component={Link} to={paths.poster()}>
          {t('overlay.poster')}
        </AppButton>
      )}
    </div>
  )
}
