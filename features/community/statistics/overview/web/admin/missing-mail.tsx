import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** For a community in production that cannot send mails: what is missing, and who can add it. */
export function MissingMail() {
  const { t } = useTranslation('admin-overview')
  const config = useConfig()
  if (!config?.mail_server_missing) return null
  return <Notice title={t('mail.title')}>{t('mail.body')}</Notice>
}
