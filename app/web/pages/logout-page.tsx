import { Link } from 'react-router'
import { outbox } from '#features/lending/conversations/outbox/web/door.ts'
import { LogoutScreen } from '#features/people/accounts/web/door.ts'
import { useProviderLogout } from '#features/people/sign-in/identity-providers/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'

/**
 * Logs out here and offers to log out at the identity provider too: the next person on this device could log in with
 * it.
 */
export function LogoutPage() {
  const { t } = useTranslation('identity-providers')
  const page = useProviderLogout()
  // Both buttons appear together, so that none moves away below a finger.
  if (page === null || page === 'asked')
    return <LogoutScreen unsent={outbox} stays={page === 'asked'} />
  return (
    <LogoutScreen
      unsent={outbox}
      stays
      actions={
        <>
          <AppButton component={Link} to={page.url} reloadDocument>
            {t('leave.there', { provider: page.provider })}
          </AppButton>
          <AppButton component={Link} to={paths.home()} tone="quiet" replace>
            {t('leave.toMap')}
          </AppButton>
        </>
      }
    />
  )
}
