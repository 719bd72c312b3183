import { useClipboard } from '@mantine/hooks'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { type NewsArea, newsFeedPath } from '../news-feed.ts'
import classes from './follow-news.module.css'

interface FollowDialogProps {
  area: NewsArea
  opened: boolean
  onClose: () => void
}

/** Explains what a feed is, and gives its address. */
export function FollowDialog({ area, opened, onClose }: FollowDialogProps) {
  const { t } = useTranslation('letterboxes')
  const { copy, copied } = useClipboard()
  const path = newsFeedPath('atom', area, currentLanguage())
  const address = new URL(path, window.location.origin).href
  return (
    <Dialog opened={opened} onClose={onClose} title={t('news.follow')}>
      <div className={classes.parts}>
        <p>{t('news.lead', { km: area.km })}</p>
        <p>{t('news.how')}</p>
        <TextField
          label={t('news.address')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.actions}>
          <AppButton onClick={() => copy(address)}>{t('news.copy')}</AppButton>
          <p role="status">{copied ? t('news.copied') : null}</p>
        </div>
      </div>
    </Dialog>
  )
}
