import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { OpenedInvitation } from '../../contract.ts'
import { RegisterForm } from '../register-form.tsx'

interface InvitedProps {
  invitation: OpenedInvitation
  failure?: Error | null
  children: ReactNode
}

/** What the invitation is for, and below it what the reader can do. */
export function Invited({ invitation, failure, children }: InvitedProps) {
  const { ofError } = useErrorText()
  return (
    <SealPage icon="people" tone="wait" actions={children}>
      <What invitation={invitation} />
      {failure ? <Notice kind="error">{ofError(failure)}</Notice> : null}
    </SealPage>
  )
}

function What({ invitation: { inviter, place } }: { invitation: OpenedInvitation }) {
  const { t } = useTranslation('household')
  return (
    <>
      <PageTitle
        title={inviter ? t('join.title', { name: inviter }) : t('join.titleNoName')}
        lead={inviter ? t('join.lead', { name: inviter }) : t('join.leadNoName')}
      />
      {place ? <p>{t('join.place', place)}</p> : null}
    </>
  )
}

interface VisitorProps {
  token: string
  invitation: OpenedInvitation
  onJoined: () => void
}

export function Visitor({ token, invitation, onJoined }: VisitorProps) {
  const { t } = useTranslation('household')
  return (
    <Page>
      <Sheet>
        <What invitation={invitation} />
        <div className={classes.gap}>
          <AppButton
            component={Link}
            to={paths.login(paths.joinHousehold({ token }))}
            tone="secondary"
            fullWidth
          >
            {t('join.logIn')}
          </AppButton>
        </div>
        <Notice>{t('join.mails')}</Notice>
        <RegisterForm token={token} email={invitation.email ?? ''} onJoined={onJoined} />
      </Sheet>
    </Page>
  )
}

export function Unconfirmed({
  token,
  invitation,
}: {
  token: string
  invitation: OpenedInvitation
}) {
  const { t } = useTranslation('household')
  return (
    <Invited invitation={invitation}>
      <Notice>{t('join.unconfirmed')}</Notice>
      <AppButton
        component={Link}
        to={paths.confirmEmail()}
        // The link of the confirmation mail opens another tab: the profile there links back here.
        onClick={() => writeReturnPath(paths.joinHousehold({ token }))}
      >
        {t('join.toConfirm')}
      </AppButton>
    </Invited>
  )
}
