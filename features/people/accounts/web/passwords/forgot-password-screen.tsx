import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'
import { MailSent } from '../mail-sent.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { ResetByCodeForm } from './reset-by-code-form.tsx'

/** The address typed at the login is passed in the history state, never in the URL. */
function typedEmail(state: unknown): string {
  const { email } = Object(state)
  return typeof email === 'string' ? email : ''
}

export function ForgotPasswordScreen() {
  const { t } = useTranslation('accounts')
  const { state } = useLocation()
  const [email, setEmail] = useState(() => typedEmail(state))
  const [step, setStep] = useState<'address' | 'sent' | 'code'>('address')
  if (step === 'sent') {
    return (
      <MailSent
        body={t('forgotPassword.sent', { email })}
        onBack={() => setStep('address')}
        onCode={() => setStep('code')}
      />
    )
  }
  if (step === 'code') {
    return (
      <Page>
        <Sheet ornament={<LetterboxRow />}>
          <PageTitle title={t('resetPassword.title')} lead={t('resetPassword.lead')} />
          <ResetByCodeForm email={email} />
          <div className={classes.other}>
            <AppButton
              tone="quiet"
              leftSection={<Icon name="arrowLeft" />}
              onClick={() => setStep('sent')}
            >
              {t('mailSent.back')}
            </AppButton>
          </div>
        </Sheet>
      </Page>
    )
  }
  return (
    <Page>
      <Sheet ornament={<LetterboxRow />}>
        <PageTitle title={t('forgotPassword.title')} lead={t('forgotPassword.lead')} />
        <ForgotPasswordForm
          email={email}
          onSent={(address) => {
            setEmail(address)
            setStep('sent')
          }}
        />
        <div className={classes.other}>
          <AppButton
            component={Link}
            to={paths.login()}
            tone="quiet"
            leftSection={<Icon name="arrowLeft" />}
          >
            {t('forgotPassword.toLogin')}
          </AppButton>
        </div>
      </Sheet>
    </Page>
  )
}
