import { Link } from 'react-router'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { useOwnCode, useQrCode } from '#features/places/letterboxes/codes/web/data/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { isOwnOnMap } from '#features/places/letterboxes/own-on-map.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'
import { paths } from '#platform/shared/paths.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { Paper } from '#platform/web/ui/paper.tsx'
import classes from './flyers.module.css'

/** Millimetres. */
const A4 = { width: 210, height: 297 }
const SLIPS = Array.from({ length: 10 }, (_, nth) => nth)

/** Prints ten slips for the neighbours, and says how many people have joined by them. */
export function OwnFlyersScreen() {
  const { t } = useTranslation('flyers')
  return (
    <WithUser>
      {({ letterbox }) => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('own.title')} lead={t('own.lead')} />
            {letterbox?.latitude == null ? (
              <>
                <p>{t('own.noLetterbox')}</p>
                <AppButton component={Link} to={paths.updateLetterBoxLocation()}>
                  {t('own.setSpot')}
                </AppButton>
              </>
            ) : (
              <Slips letterbox={letterbox} />
            )}
          </Sheet>
        </Page>
      )}
    </WithUser>
  )
}

function Slips({ letterbox }: { letterbox: OwnLetterbox }) {
  const { t } = useTranslation('flyers')
  const own = useOwnCode(letterbox.id)
  const code = own.data?.code
  const link = new URL(paths.flyer(code ?? ''), window.location.origin).href
  const picture = useQrCode(link)
  if (own.error && !own.data) return <LoadFailure error={own.error} onRetry={() => own.refetch()} />
  if (!own.data) return <SkeletonList rows={1} rowHeight={420} />
  return (
    <>
      <p className={classes.came}>{t('own.came', { count: own.data.came })}</p>
      {isOwnOnMap(letterbox) ? null : <Notice>{t('own.hidden')}</Notice>}
      <Paper label={t('own.preview')} size={A4}>
        <SlipSheet street={splitAddress(letterbox.address).street} link={link} svg={picture?.svg} />
      </Paper>
      <AppButton onClick={() => window.print()} disabled={!picture}>
        {t('own.print')}
      </AppButton>
      <p className={classes.hint}>{t('own.hint')}</p>
    </>
  )
}

interface SlipSheetProps {
  street: string
  link: string
  /** The code as an image URL; undefined while it is being drawn. */
  svg: string | undefined
}

/** Ten slips on a sheet of A4, to cut. `--mm` is one millimetre. */
function SlipSheet({ street, link, svg }: SlipSheetProps) {
  const { t } = useTranslation('flyers')
  const brand = useBrandName()
  return (
    <div className={classes.sheet}>
      {SLIPS.map((nth) => (
        <div key={nth} className={classes.slip}>
          {svg ? <img className={classes.qr} src={svg} alt="" /> : <div className={classes.qr} />}
          <div className={classes.words}>
            <p className={classes.question}>{t('slip.question')}</p>
            <p>{street === '' ? t('slip.near') : t('slip.street', { street })}</p>
            <p className={classes.address}>{link.replace(/^https?:\/\//, '')}</p>
            <p className={classes.brand}>{brand}</p>
          </div>
        </div>
      ))}
    </div>
  )
}
