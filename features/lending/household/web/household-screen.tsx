import { Link, useNavigate } from 'react-router'
import { WithReadyUser } from '#features/people/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { MAX_MEMBERS } from '../contract.ts'
import { useHousehold } from './data/household.ts'
import { Invitations } from './invitations.tsx'
import { LeaveButton } from './leave-button.tsx'
import { PeopleList } from './people-list.tsx'

/** The people who manage the user's letterbox. */
export function HouseholdScreen() {
  const { t } = useTranslation('household')
  return (
    <WithReadyUser>
      {(user) => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('page.title')} lead={t('page.lead')} />
            <Household ownId={user.id} />
          </Sheet>
        </Page>
      )}
    </WithReadyUser>
  )
}

function Household({ ownId }: { ownId: string }) {
  const { t } = useTranslation('household')
  const navigate = useNavigate()
  const { data, error, refetch } = useHousehold()
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonList rows={3} rowHeight={72} />
  if (data.role === null) {
    return (
      <EmptyState
        artwork={<LetterboxRow />}
        title={t('page.noneTitle')}
        body={t('page.noneBody')}
        action={
          <AppButton component={Link} to={paths.updateLetterBoxAddress()}>
            {t('page.noneAction')}
          </AppButton>
        }
      />
    )
  }
  return (
    <>
      <PeopleList household={data} ownId={ownId} />
      {data.role === 'owner' ? (
        <Invitations invitations={data.invitations} full={data.people.length > MAX_MEMBERS} />
      ) : (
        <LeaveButton onLeft={() => navigate(paths.profile())} />
      )}
    </>
  )
}
