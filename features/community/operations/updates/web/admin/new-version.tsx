import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useUpdate } from './data/updates.ts'

/** Says that a newer version was released, or that the release file cannot be read. */
export function NewVersion() {
  const { t } = useTranslation('admin-updates')
  const { data } = useUpdate()
  if (data?.file === 'unreadable') {
    return (
      <Notice title={t('unreadable.title')}>
        {t('unreadable.body')} <code>UPDATE_FILE</code>
      </Notice>
    )
  }
  if (!data?.newer) return null
  const { newer, running } = data
  return (
    <Notice title={t('newer.title', { version: newer })}>
      {t('newer.body', { version: running })} <code>docs/updates.md</code>
    </Notice>
  )
}
