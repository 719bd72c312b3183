import { useConfig } from '../../data/config.ts'
import { usePasskeys } from '../../data/passkeys.ts'
import { useSessions } from '../../data/sessions.ts'
import { PasskeyList } from '../../features/passkeys/passkey-list.tsx'
import { useDeviceName } from '../../features/sessions/device-name.ts'
import { SessionList } from '../../features/sessions/session-list.tsx'
import { useTranslation } from '../../start/texts.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { BackToProfile } from './back-to-profile.tsx'
import classes from './security-page.module.css'
import { WithReadyUser } from './with-ready-user.tsx'

/** How one logs in, and where one is logged in. */
export function SecurityPage() {
  const { t } = useTranslation('security')
  return (
    <WithReadyUser>
      {() => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('title')} lead={t('lead')} />
            <Passkeys />
            <section className={classes.section} aria-labelledby="sessions">
              <h2 id="sessions">{t('sessions.title')}</h2>
              <p className={classes.lead}>{t('sessions.lead')}</p>
              <Sessions />
            </section>
          </Sheet>
        </Page>
      )}
    </WithReadyUser>
  )
}

/** Nothing where the community has none. */
function Passkeys() {
  const { t } = useTranslation('security')
  const offered = useConfig()?.passkeys === true
  if (!offered) return null
  return (
    <section className={classes.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p className={classes.lead}>{t('passkeys.lead')}</p>
      <OwnPasskeys />
    </section>
  )
}

function OwnPasskeys() {
  const passkeys = usePasskeys()
  const here = useSessions().data?.find(({ current }) => current)
  const name = useDeviceName(here ?? { browser: null, system: null })
  if (passkeys.isError) {
    return <LoadFailure error={passkeys.error} onRetry={() => passkeys.refetch()} />
  }
  if (!passkeys.data) return <SkeletonList rows={1} rowHeight={72} />
  return <PasskeyList passkeys={passkeys.data} proposedName={name} />
}

function Sessions() {
  const sessions = useSessions()
  if (sessions.isError) {
    return <LoadFailure error={sessions.error} onRetry={() => sessions.refetch()} />
  }
  if (!sessions.data) return <SkeletonList rows={2} rowHeight={72} />
  return <SessionList sessions={sessions.data} />
}
