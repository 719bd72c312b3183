import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import classes from './beginning.module.css'

/** Shown for a community that has lent nothing yet. */
export function Beginning() {
  const { t } = useTranslation('impact')
  return (
    <EmptyState
      artwork={<LetterboxReadyArtwork />}
      title={t('empty.title')}
      body={t('empty.body')}
      action={
        <div className={classes.actions}>
          <AppButton component={Link} to={paths.participate()}>
            {t('empty.join')}
          </AppButton>
          <AppButton component={Link} to={paths.map()} tone="secondary">
            {t('empty.map')}
          </AppButton>
        </div>
      }
    />
  )
}
