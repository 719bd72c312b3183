import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useNewTransactionCount } from '#features/lending/conversations/lists/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithReadyUser } from '#features/people/accounts/web/door.ts'
import { readReturnPath, safeReturnPath, writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import { Dashboard } from './dashboard.tsx'
import classes from './profile-screen.module.css'

const NeighbourhoodOffer = lazy(() =>
  import('#features/people/notifications/web/neighbourhood-offer.tsx').then((m) => ({
    default: m.NeighbourhoodOffer,
  })),
)

/** True if the member has a position, and a confirmed e-mail address for mails about it. */
const hasPlace = ({ letterbox, email_confirmed }: User) =>
  email_confirmed && letterbox?.latitude != null

export function ProfileScreen() {
  return <WithReadyUser>{(user) => <Profile user={user} />}</WithReadyUser>
}

function Profile({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const newTransactions = useNewTransactionCount()
  return (
    <Page width="wide">
      <PageTitle
        title={
          user.firstname
            ? t('dashboard.greeting', { name: user.firstname })
            : t('dashboard.greetingNoName')
        }
      />
      <ReturnNotice />
      <Dashboard user={user} newTransactions={newTransactions}>
        {hasPlace(user) ? (
          <Suspense>
            <NeighbourhoodOffer />
          </Suspense>
        ) : null}
      </Dashboard>
    </Page>
  )
}

/** Offers members who registered in order to borrow the way back to that letterbox. */
function ReturnNotice() {
  const { t } = useTranslation('profile')
  const [path, setPath] = useState(() => safeReturnPath(readReturnPath()))
  if (!path) return null
  const forget = () => {
    writeReturnPath(null)
    setPath(null)
  }
  return (
    <div className={classes.notice}>
      <Notice
        title={t('return.title')}
        action={
          <div className={classes.choices}>
            <AppButton component={Link} to={path} onClick={() => writeReturnPath(null)}>
              {t('return.action')}
            </AppButton>
            <AppButton tone="quiet" onClick={forget}>
              {t('return.dismiss')}
            </AppButton>
          </div>
        }
      >
        {t('return.body')}
      </Notice>
    </div>
  )
}
