import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import {
  DemoLogin,
  LoginByCodeForm,
  LoginForm,
  MailSent,
} from '#features/people/accounts/web/door.ts'
import { ProviderButtons } from '#features/people/sign-in/identity-providers/web/door.ts'
import { PasskeyLoginButton } from '#features/people/sign-in/passkeys/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { safeReturnPath, writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'

export function LoginPage() {
  const { t } = useTranslation('accounts')
  const { loggedIn } = useSession()
  const [query] = useSearchParams()
  const linkIsOver = Object(useLocation().state).linkIsOver === true
  const [linkSentTo, setLinkSentTo] = useState<string | null>(null)
  const [typesCode, setTypesCode] = useState(false)
  const from = safeReturnPath(query.get('from'))
  const demoReset = useConfig()?.demo_reset
  useEffect(() => {
    if (loggedIn) writeReturnPath(null)
  }, [loggedIn])
  if (loggedIn) return <Navigate to={from ?? paths.home()} replace />
  if (demoReset) {
    return (
      <Page>
        <Sheet ornament={<LetterboxRow />}>
          <DemoLogin resetAt={demoReset} />
        </Sheet>
      </Page>
    )
  }
  if (linkSentTo !== null && typesCode) {
    return (
      <Page>
        <Sheet ornament={<LetterboxRow />}>
          <PageTitle
            title={t('login.codeTitle')}
            lead={t('login.codeLead', { email: linkSentTo })}
          />
          <LoginByCodeForm email={linkSentTo} />
          <div className={classes.other}>
            <AppButton
              tone="quiet"
              leftSection={<Icon name="arrowLeft" />}
              onClick={() => setTypesCode(false)}
            >
              {t('mailSent.back')}
            </AppButton>
          </div>
        </Sheet>
      </Page>
    )
  }
  if (linkSentTo !== null) {
    return (
      <MailSent
        body={t('login.linkSent', { email: linkSentTo })}
        onBack={() => setLinkSentTo(null)}
        onCode={() => setTypesCode(true)}
      />
    )
  }
  return (
    <Page>
      <Sheet ornament={<LetterboxRow />}>
        <PageTitle title={t('login.title')} lead={t('login.lead')} />
        {linkIsOver ? (
          <Notice title={t('login.linkIsOver.title')}>{t('login.linkIsOver.body')}</Notice>
        ) : null}
        {query.has('old_link') ? (
          <Notice title={t('login.oldLink.title')}>{t('login.oldLink.body')}</Notice>
        ) : null}
        <LoginForm
          onLinkSent={(email) => {
            // The mail's link opens the map, so the way back is stored on the device.
            writeReturnPath(from)
            setLinkSentTo(email)
          }}
        />
        <div className={`${classes.aside} ${classes.stack}`}>
          <PasskeyLoginButton />
          <ProviderButtons from={from} />
        </div>
        <div className={classes.other}>
          <p>{t('login.noAccount')}</p>
          <AppButton
            component={Link}
            to={paths.registerStep(1)}
            tone="secondary"
            // Registering needs a mail and some time, so the way back is stored on the device.
            onClick={() => writeReturnPath(from)}
          >
            {t('login.register')}
          </AppButton>
        </div>
      </Sheet>
    </Page>
  )
}
