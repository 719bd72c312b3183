import type { User } from '@letterlend/contract/accounts.ts'
import { PrivacyForm } from '../../features/privacy/privacy-form.tsx'
import { PrivacyPreview } from '../../features/privacy/privacy-preview.tsx'
import { useTranslation } from '../../start/texts.ts'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { WithUser } from '../layout/with-user.tsx'
import { BackToProfile } from './back-to-profile.tsx'
import classes from './profile-page.module.css'

export function PrivacyPage() {
  return <WithUser>{(user) => <PrivacySettings user={user} />}</WithUser>
}

function PrivacySettings({ user }: { user: User }) {
  const { t } = useTranslation('privacy')
  const member = user.letterbox !== null && user.letterbox.user_id !== user.id
  if (member) {
    return (
      <Page width="medium">
        <BackToProfile />
        <PageTitle title={t('title')} lead={t('member.lead')} />
        <Sheet>
          <PrivacyForm privacy={user.privacy} member />
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
          <PrivacyForm privacy={user.privacy} />
        </Sheet>
        <div className={classes.aside}>
          <PrivacyPreview user={user} />
        </div>
      </div>
    </Page>
  )
}
