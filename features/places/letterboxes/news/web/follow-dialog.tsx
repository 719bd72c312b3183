import { useState } from 'react'
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
  const [copied, setCopied] = useState<string | null>(null)
  const path = newsFeedPath('atom', area, currentLanguage())
  const address = new URL(path, window.location.origin).href
  const copy = async () => {
    // Without access to the clipboard, the user can copy the address by hand.
    await navigator.clipboard?.writeText(address).then(
      () => setCopied(address),
      () => undefined,
    )
  }
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
          <AppButton onClick={copy}>{t('news.copy')}</AppButton>
          <p role="status">{copied === address ? t('news.copied') : null}</p>
        </div>
      </div>
    </Dialog>
  )
}
