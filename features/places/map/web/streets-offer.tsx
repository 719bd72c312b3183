import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './streets-offer.module.css'

interface StreetsOfferProps {
  /** Host of the service that the browser would contact. */
  host: string
  onShow: () => void
  onDismiss: () => void
}

/** Offers an online map where the community's own streets end, and names the service that the browser would contact. */
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
