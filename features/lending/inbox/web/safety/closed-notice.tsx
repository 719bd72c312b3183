import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { Blocking } from './use-blocking.ts'

/** Why neither side can write here any more. Only the person who blocked the other one sees the reason. */
export function ClosedNotice({ blocking }: { blocking: Blocking }) {
  const { t } = useTranslation('inbox')
  if (!blocking.blocked) return <Notice>{t('closed')}</Notice>
  const { name } = blocking
  return (
    <Notice action={<Link to={paths.blocked()}>{t('block.all')}</Link>}>
      {name === null ? t('closedByYouUnnamed') : t('closedByYou', { name })}
    </Notice>
  )
}
