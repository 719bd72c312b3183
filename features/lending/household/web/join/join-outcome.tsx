import { Link } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import type { OpenedInvitation } from '../../contract.ts'

/** Why this account cannot join, and what the user can do. */
export function NotPossible({
  invitation: { inviter, situation },
}: {
  invitation: OpenedInvitation
}) {
  const { t } = useTranslation('household')
  const reason = () => {
    switch (situation) {
      case 'own':
        return t('join.own')
      case 'member':
        return t('join.member')
      case 'has_household':
        return t('join.hasHousehold')
      case 'other_household':
        return t('join.otherHousehold')
      default:
        return inviter ? t('join.full', { name: inviter }) : t('join.fullNoName')
    }
  }
  return (
    <SealPage
      icon="people"
      tone={situation === 'member' ? 'yes' : 'no'}
      actions={
        <AppButton component={Link} to={paths.household()}>
          {t('join.toHousehold')}
        </AppButton>
      }
    >
      <PageTitle title={reason()} />
    </SealPage>
  )
}

export function Joined({ user }: { user: User }) {
  const { t } = useTranslation('household')
  return (
    <SealPage
      icon="people"
      tone="yes"
      actions={
        user.can_log_in ? (
          <AppButton component={Link} to={paths.profile()}>
            {t('join.toProfile')}
          </AppButton>
        ) : (
          <AppButton component={Link} to={paths.setPassword()}>
            {t('join.toPassword')}
          </AppButton>
        )
      }
    >
      <PageTitle title={t('join.doneTitle')} lead={t('join.doneLead')} />
    </SealPage>
  )
}

export function Invalid() {
  const { t } = useTranslation('household')
  return (
    <SealPage
      icon="warning"
      tone="no"
      actions={
        <AppButton component={Link} to={paths.home()} tone="secondary">
          {t('join.toMap')}
        </AppButton>
      }
    >
      <PageTitle title={t('join.invalidTitle')} lead={t('join.invalidBody')} />
    </SealPage>
  )
}
