import { lazy, Suspense, useEffect, useState } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import {
  NEWS_FORMATS,
  type NewsArea,
  type NewsFormat,
  newsAreaOf,
  newsFeedPath,
} from '../news-feed.ts'
import classes from './follow-news.module.css'

const FollowDialog = lazy(() =>
  import('./follow-dialog.tsx').then((m) => ({ default: m.FollowDialog })),
)

interface FollowNewsProps {
  /** What the map shows. */
  view: Parameters<typeof newsAreaOf>[0]
}

/** Offers the address of the feed with what is new in the area that the map shows. */
export function FollowNews({ view }: FollowNewsProps) {
  const { t } = useTranslation('letterboxes')
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const area = newsAreaOf(view)
  useFeedLinks(area)
  return (
    <div className={classes.root}>
      <AppButton
        tone="quiet"
        leftSection={<Icon name="rss" size={20} />}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        {t('news.follow')}
      </AppButton>
      {wanted ? (
        <Suspense>
          <FollowDialog area={area} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Browsers and feed readers look for these links. The server wrote those of the place where the page began. */
function useFeedLinks({ latitude, longitude, km }: NewsArea): void {
  const { t } = useTranslation('letterboxes')
  const language = currentLanguage()
  const title = t('news.follow')
  useEffect(() => {
    for (const format of Object.keys(NEWS_FORMATS) as NewsFormat[]) {
      const link = feedLink(NEWS_FORMATS[format])
      link.title = title
      link.href = newsFeedPath(format, { latitude, longitude, km }, language)
    }
  }, [latitude, longitude, km, language, title])
}

function feedLink(type: string): HTMLLinkElement {
  const selector = `link[rel="alternate"][type="${type}"]`
  const present = document.head.querySelector<HTMLLinkElement>(selector)
  if (present) return present
  const link = Object.assign(document.createElement('link'), { rel: 'alternate', type })
  document.head.append(link)
  return link
}
