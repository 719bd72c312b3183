import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { newsAreaOf } from '../news-feed.ts'
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
          <FollowDialog area={newsAreaOf(view)} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
