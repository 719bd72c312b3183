import { Link } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/**
 * Asks for a name. The first administrator registers by a link that only asks for a password, and until then appears
 * with the e-mail address.
 */
export function MissingName() {
  const { t } = useTranslation('admin-overview')
  const { user } = useSession()
  if (!user || user.firstname || user.lastname) return null
  return (
    <Notice
      title={t('name.title')}
      action={
        <AppButton tone="secondary" component={Link} to={paths.updateAccount()}>
          {t('name.action')}
        </AppButton>
      }
    >
      {t('name.body', { email: user.email })}
    </Notice>
  )
}
