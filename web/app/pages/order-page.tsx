import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { LetterboxMarkerImage } from '../../ui/artwork/letterbox-marker-image.tsx'
import { Page, PageTitle } from '../../ui/page.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import classes from './way.module.css'
import { Way } from './way.tsx'

/** Nothing can be ordered here yet: the page says so, and what is possible today. */
export function OrderPage() {
  const { t } = useTranslation('orders')
  return (
    <Page width="medium">
      <PageTitle title={t('order.title')} lead={t('order.lead')} />
      <ul className={classes.ways} data-columns="2">
        <Way
          picture={<LetterboxMarkerImage kind="reseller" height={112} />}
          title={t('order.shops.title')}
          body={t('order.shops.body')}
        >
          <AppButton component={Link} to={paths.resellers()}>
            {t('order.shops.action')}
          </AppButton>
        </Way>
        <Way
          picture={
            <div className={classes.fan}>
              <StickerImage imagePath="ladder.svg" name="" size={96} />
            </div>
          }
          title={t('order.without.title')}
          body={t('order.without.body')}
        >
          <AppButton component={Link} to={paths.registerStep(1)} tone="secondary">
            {t('order.without.action')}
          </AppButton>
        </Way>
      </ul>
    </Page>
  )
}
