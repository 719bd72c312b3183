import { OwnSecurityEvents } from '#features/people/accounts/security-events/web/door.ts'
import { useSessions } from '#features/people/accounts/sessions/web/data/door.ts'
import {
  EndAllSessions,
  Sessions,
  useDeviceName,
} from '#features/people/accounts/sessions/web/door.ts'
import { WithReadyUser } from '#features/people/accounts/web/door.ts'
import { OwnTokens } from '#features/people/sign-in/access-tokens/web/door.ts'
import {
  useIdentityProviders,
  useLinkedAccounts,
} from '#features/people/sign-in/identity-providers/web/data/door.ts'
import { LinkedAccounts } from '#features/people/sign-in/identity-providers/web/door.ts'
import { Passkeys } from '#features/people/sign-in/passkeys/web/door.ts'
import { SecondStepSection } from '#features/people/sign-in/second-factors/web/door.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from './security-page.module.css'

/** Ways in and sessions. */
export function SecurityPage() {
  const { t } = useTranslation(['security', 'second-factors', 'security-events', 'access-tokens'])
  return (
    <WithReadyUser>
      {({ tasks }) => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('title')} lead={t('lead')} />
            <PasskeySection />
            <LinkedSection />
            <section className={classes.section} aria-labelledby="second-step">
              <h2 id="second-step">{t('second-factors:title')}</h2>
              <p className={classes.lead}>{t('second-factors:lead')}</p>
              <SecondStepSection />
            </section>
            <section className={classes.section} aria-labelledby="sessions">
              <h2 id="sessions">{t('sessions.title')}</h2>
              <p className={classes.lead}>{t('sessions.lead')}</p>
              <Sessions />
            </section>
            <section className={classes.section} aria-labelledby="access-tokens">
              <h2 id="access-tokens">{t('access-tokens:title')}</h2>
              <p className={classes.lead}>{t('access-tokens:lead')}</p>
              <OwnTokens tasks={tasks} />
            </section>
            <section className={classes.section} aria-labelledby="security-events">
              <h2 id="security-events">{t('security-events:title')}</h2>
              <OwnSecurityEvents notYou={<EndAllSessions />} />
            </section>
          </Sheet>
        </Page>
      )}
    </WithReadyUser>
  )
}

/** Nothing if the community has no passkeys. */
function PasskeySection() {
  const { t } = useTranslation('security')
  const passkeysOffered = useConfig()?.passkeys === true
  const thisSession = useSessions().data?.find(({ current }) => current)
  const name = useDeviceName(thisSession ?? { browser: null, system: null })
  if (!passkeysOffered) return null
  return (
    <section className={classes.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p className={classes.lead}>{t('passkeys.lead')}</p>
      <Passkeys proposedName={name} />
    </section>
  )
}

/** Nothing if the community has no identity provider and none is linked. */
function LinkedSection() {
  const { t } = useTranslation('identity-providers')
  const providers = useIdentityProviders()
  const linked = useLinkedAccounts().data ?? []
  if (providers.length === 0 && linked.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="linked-accounts">
      <h2 id="linked-accounts">{t('linked.title')}</h2>
      <p className={classes.lead}>{t('linked.lead')}</p>
      <LinkedAccounts />
    </section>
  )
}
