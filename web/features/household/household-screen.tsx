import { MAX_MEMBERS } from '@letterlend/contract/household.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link, useNavigate } from 'react-router'
import { useHousehold } from '../../data/household.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LetterboxRow } from '../../ui/letterbox-row.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { WithReadyUser } from '../../ui/with-ready-user.tsx'
import { Invitations } from './invitations.tsx'
import { LeaveButton } from './leave-button.tsx'
import { PeopleList } from './people-list.tsx'

/** Who manages the own letterbox. */
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
