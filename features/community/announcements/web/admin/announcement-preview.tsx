import type { StoredLanguage } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { textWhileWriting } from '../../best-text.ts'
import type { WrittenAnnouncement } from '../../contract.admin.ts'
import { AnnouncementBody } from '../announcement-body.tsx'
import classes from './announcement-admin.module.css'

interface AnnouncementPreviewProps {
  announcement: WrittenAnnouncement
  language: StoredLanguage
}

const nothing = () => undefined

/** What members will see, drawn by the same components; buttons and links do nothing here. */
export function AnnouncementPreview({ announcement, language }: AnnouncementPreviewProps) {
  const { t } = useTranslation('admin-announcements')
  const text = textWhileWriting(announcement, language)
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
        {text.title ? (
          <h2 lang={text.lang} className={classes.previewTitle}>
            {text.title}
          </h2>
        ) : null}
        <AnnouncementBody
          content={text.content}
          contentLang={text.lang}
          actions={announcement.actions}
          language={language}
          busy={false}
          onPress={nothing}
          onClose={nothing}
        />
      </div>
    </section>
  )
}
