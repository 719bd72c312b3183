import { paths } from '@letterlend/contract/paths.ts'
import { useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { safeReturnPath, writeReturnPath } from '../../data/return-path.ts'
import { useSession } from '../../data/session.ts'
import { LoginForm } from '../../features/accounts/login-form.tsx'
import { MailSent } from '../../features/accounts/mail-sent.tsx'
import { PasskeyLoginButton } from '../../features/passkeys/passkey-login-button.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { LetterboxRow } from '../../ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import classes from '../../ui/seal-page.module.css'

export function LoginPage() {
  const { t } = useTranslation('accounts')
  const { loggedIn } = useSession()
  const [query] = useSearchParams()
  const [linkSentTo, setLinkSentTo] = useState<string | null>(null)
  const from = safeReturnPath(query.get('from'))
  useEffect(() => {
    if (loggedIn) writeReturnPath(null)
  }, [loggedIn])
  if (loggedIn) return <Navigate to={from ?? paths.home()} replace />
  if (linkSentTo !== null) {
    return (
      <MailSent
        body={t('login.linkSent', { email: linkSentTo })}
        onBack={() => setLinkSentTo(null)}
      />
    )
  }
  return (
    <Page>
      <Sheet ornament={<LetterboxRow />}>
        <PageTitle title={t('login.title')} lead={t('login.lead')} />
        <LoginForm
          onLinkSent={(email) => {
            // The link opens the map: the way back is kept on the device.
            writeReturnPath(from)
            setLinkSentTo(email)
          }}
        />
        <div className={classes.aside}>
          <PasskeyLoginButton />
        </div>
        <div className={classes.other}>
          <p>{t('login.noAccount')}</p>
          <AppButton
            component={Link}
            to={paths.registerStep(1)}
            tone="secondary"
            // Registering takes a mail and a while: the way back is kept on the device.
            onClick={() => writeReturnPath(from)}
          >
            {t('login.register')}
          </AppButton>
        </div>
      </Sheet>
    </Page>
  )
}
