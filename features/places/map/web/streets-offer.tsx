import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './streets-offer.module.css'

interface StreetsOfferProps {
  /** Whose server the browser would ask. */
  host: string
  onShow: () => void
  onDismiss: () => void
}

/**
 * Offers an online map where the own streets end, and names the service that the browser will load it from.
 */
export function StreetsOffer({ host, onShow, onDismiss }: StreetsOfferProps) {
  const { t } = useTranslation('map')
  return (
    <section className={classes.offer} aria-label={t('streets.endHere')}>
      <p>
        <strong>{t('streets.endHere')}</strong> {t('streets.asked', { host })}
      </p>
      <button
        type="button"
        className={classes.close}
        aria-label={t('note.dismiss')}
        onClick={onDismiss}
      >
        <Icon name="close" size={20} />
      </button>
      <AppButton tone="secondary" onClick={onShow}>
        {t('streets.show')}
      </AppButton>
    </section>
  )
}
