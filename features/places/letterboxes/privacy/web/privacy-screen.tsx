import { useLocation } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { MESSAGING_ON } from './data/privacy.ts'
import { PrivacyForm } from './privacy-form.tsx'
import { PrivacyPreview } from './privacy-preview.tsx'
import classes from './privacy-screen.module.css'

export function PrivacyScreen() {
  return <WithUser>{(user) => <PrivacySettings user={user} />}</WithUser>
}

function PrivacySettings({ user }: { user: User }) {
  const { t } = useTranslation('privacy')
  const messagingOn = useLocation().state === MESSAGING_ON
  const member = user.letterbox !== null && user.letterbox.user_id !== user.id
  if (member) {
    return (
      <Page width="medium">
        <BackToProfile />
        <PageTitle title={t('title')} lead={t('member.lead')} />
        <Sheet>
          <PrivacyForm privacy={user.privacy} messagingOn={messagingOn} member />
        </Sheet>
      </Page>
    )
  }
  return (
    <Page width="wide">
      <BackToProfile />
      <PageTitle title={t('title')} lead={t('lead')} />
      <div className={classes.split}>
        <Sheet>
          <PrivacyForm privacy={user.privacy} messagingOn={messagingOn} />
        </Sheet>
        <div className={classes.aside}>
          <PrivacyPreview user={user} />
        </div>
      </div>
    </Page>
  )
}
