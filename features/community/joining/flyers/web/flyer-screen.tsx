import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { useScan } from '#features/places/letterboxes/codes/web/data/door.ts'
import { useLetterbox } from '#features/places/letterboxes/web/data/door.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'
import { paths } from '#platform/shared/paths.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { writeFlyer } from './data/flyer.ts'
import classes from './flyers.module.css'

/** What a neighbour's flyer opens: what this is, what is lent next door, and how to join. */
export function FlyerScreen() {
  const { t } = useTranslation('flyers')
  const brand = useBrandName()
  const { code = '' } = useParams()
  const { user, loading } = useSession()
  const scan = useScan(code, user?.id, !loading)
  const id = scan.data?.state === 'letterbox' ? scan.data.letterbox_id : null
  const letterbox = useLetterbox(id, null)
  const catalogue = useItems().data ?? []
  useEffect(() => {
    if (id !== null) writeFlyer(code)
  }, [id, code])
  if (loading || scan.isPending || (id !== null && letterbox.isPending)) return <PageLoader />
  const { data } = letterbox
  const street = data ? splitAddress(data.address).street : ''
  const items = (data?.items ?? []).flatMap(
    (sticker) => catalogue.find((item) => item.id === sticker.id) ?? [],
  )
  return (
    <Page>
      <Sheet>
        <PageTitle
          title={street === '' ? t('page.title') : t('page.titleStreet', { street })}
          lead={t('page.lead', { brand })}
        />
        {items.length > 0 ? (
          <>
            <h2 className={classes.heading}>{t('page.items')}</h2>
            <ul className={classes.items}>
              {items.map((item) => (
                <li key={item.id}>
                  <StickerImage imagePath={item.image_path} name="" size={56} />
                  {itemName(item, currentLanguage())}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <div className={classes.actions}>
          <AppButton
            component={Link}
            to={data ? paths.map({ lat: data.latitude, lng: data.longitude, z: 16 }) : paths.map()}
          >
            {t('page.toMap')}
          </AppButton>
          {user ? null : (
            <AppButton component={Link} to={paths.registerStep(1)} tone="secondary">
              {t('page.join')}
            </AppButton>
          )}
        </div>
      </Sheet>
    </Page>
  )
}
