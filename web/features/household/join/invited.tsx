import type { OpenedInvitation } from '@letterlend/contract/household.ts'
import { paths } from '@letterlend/contract/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { writeReturnPath } from '../../../data/return-path.ts'
import { useTranslation } from '../../../start/texts.ts'
import { AppButton } from '../../../ui/app-button.tsx'
import { useErrorText } from '../../../ui/error-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page, PageTitle, Sheet } from '../../../ui/page.tsx'
import classes from '../../../ui/seal-page.module.css'
import { SealPage } from '../../../ui/seal-page.tsx'
import { RegisterForm } from '../register-form.tsx'

interface InvitedProps {
  invitation: OpenedInvitation
  failure?: Error | null
  children: ReactNode
}

/** What one is invited to, and below it the way on. */
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
        // The link of that mail opens a tab of its own: the profile offers the way back.
        onClick={() => writeReturnPath(paths.joinHousehold({ token }))}
      >
        {t('join.toConfirm')}
      </AppButton>
    </Invited>
  )
}
