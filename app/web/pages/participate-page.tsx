import { Link } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import classes from './registration/way.module.css'
import { Way } from './registration/way.tsx'

export function ParticipatePage() {
  const { t } = useTranslation('accounts')
  const { loggedIn } = useSession()
  return (
    <Page width="wide">
      <PageTitle title={t('participate.title')} lead={t('participate.lead')} />
      <ol className={classes.ways}>
        <Way
          picture={
            <div className={classes.fan}>
              <StickerImage imagePath="ladder.svg" name="" size={76} />
              <StickerImage imagePath="drill.svg" name="" size={76} />
              <StickerImage imagePath="tent.svg" name="" size={76} />
            </div>
          }
          title={t('participate.haveStickers.title')}
          body={t('participate.haveStickers.body')}
        >
          <AppButton component={Link} to={paths.registerStep(1)}>
            {t('participate.haveStickers.action')}
          </AppButton>
        </Way>
        <Way
          picture={
            <div className={classes.posts}>
              <LetterboxMarkerImage kind="messaging" height={92} />
              <LetterboxMarkerImage kind="messaging_active" height={112} />
              <LetterboxMarkerImage kind="supporter" height={92} />
            </div>
          }
          title={t('participate.onMap.title')}
          body={t('participate.onMap.body')}
        >
          <AppButton
            component={Link}
            to={loggedIn ? paths.profile() : paths.login()}
            tone="secondary"
          >
            {loggedIn ? t('participate.onMap.profile') : t('participate.onMap.action')}
          </AppButton>
        </Way>
        <Way
          picture={<LetterboxMarkerImage kind="reseller" height={112} />}
          title={t('participate.noStickers.title')}
          body={t('participate.noStickers.body')}
        >
          <div className={classes.actions}>
            <AppButton component={Link} to={paths.order()}>
              {t('participate.noStickers.order')}
            </AppButton>
            <AppButton component={Link} to={paths.resellers()} tone="quiet">
              {t('participate.noStickers.action')}
            </AppButton>
          </div>
        </Way>
      </ol>
    </Page>
  )
}
