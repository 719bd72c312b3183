import type { StoredLanguage } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { WrittenAnnouncement } from '../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { AnnouncementBody, inLanguage } from './announcement-body.tsx'

interface AnnouncementPreviewProps {
  announcement: WrittenAnnouncement
  language: StoredLanguage
}

const nothing = () => undefined

/** What members will see, drawn by the same components; buttons and links do nothing here. */
export function AnnouncementPreview({ announcement, language }: AnnouncementPreviewProps) {
  const { t } = useTranslation('admin-announcements')
  const title = inLanguage(language, announcement.title, {
    de: announcement.title_de,
    fr: announcement.title_fr,
  })
  return (
    <section aria-label={t('form.preview')} className={classes.preview}>
      <p className={classes.previewLabel}>{t('form.preview')}</p>
      <div
        className={classes.paper}
        onClickCapture={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {title.text ? (
          <h2 lang={title.lang} className={classes.previewTitle}>
            {title.text}
          </h2>
        ) : null}
        <AnnouncementBody
          announcement={announcement}
          language={language}
          busy={false}
          onPress={nothing}
          onClose={nothing}
        />
      </div>
    </section>
  )
}
