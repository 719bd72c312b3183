import type { ReactNode } from 'react'
import { PRODUCT_ID, type ProductId } from '#features/shop/orders/products/pricing.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import classes from './map-step.module.css'

interface MapStepProps {
  product: ProductId
  onAnswer: (showOnMap: boolean) => void
  back: ReactNode
}

const REASONS = {
  [PRODUCT_ID.stickerPack]: 'stickerPack',
  [PRODUCT_ID.membership]: 'membership',
  [PRODUCT_ID.reseller]: 'reseller',
} as const

/** Asks whether the letterbox that the stickers are for should be on the map. */
export function MapStep({ product, onAnswer, back }: MapStepProps) {
  const { t } = useTranslation('orders')
  const reason = REASONS[product]
  return (
    <div className={classes.root}>
      <div className={classes.artwork}>
        <LetterboxReadyArtwork width={260} />
      </div>
      <p>{t(`map.reasons.${reason}`)}</p>
      <p className={forms.hint}>{t('map.hint')}</p>
      <div className={classes.answers}>
        <AppButton onClick={() => onAnswer(true)}>{t('map.yes')}</AppButton>
        <AppButton tone="secondary" onClick={() => onAnswer(false)}>
          {t('map.no')}
        </AppButton>
      </div>
      <div className={classes.back}>{back}</div>
    </div>
  )
}
