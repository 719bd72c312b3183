import { paths } from '@letterlend/contract/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { LetterboxMarkerImage } from '../../ui/artwork/letterbox-marker-image.tsx'
import { Page, PageTitle } from '../../ui/page.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import classes from './participate-page.module.css'

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
          <AppButton component={Link} to={paths.resellers()} tone="secondary">
            {t('participate.noStickers.action')}
          </AppButton>
        </Way>
      </ol>
    </Page>
  )
}

interface WayProps {
  picture: ReactNode
  title: string
  body: string
  children: ReactNode
}

function Way({ picture, title, body, children }: WayProps) {
  return (
    <li className={classes.way}>
      <div className={classes.picture}>{picture}</div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.body}>{body}</p>
      {children}
    </li>
  )
}
