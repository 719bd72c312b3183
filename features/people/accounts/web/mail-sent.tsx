import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'

interface MailSentProps {
  /** Says what was sent and how long it works; the same whether the account exists or not. */
  body: string
  onBack: () => void
  /** Present if the mail contains a code, for readers on another device. */
  onCode?: () => void
}

/** Says that a mail was sent, if the account exists. */
export function MailSent({ body, onBack, onCode }: MailSentProps) {
  const { t } = useTranslation('accounts')
  return (
    <SealPage
      icon="email"
      tone="wait"
      actions={
        <>
          {onCode ? (
            <AppButton tone="secondary" onClick={onCode}>
              {t('confirmEmail.waiting.enterCode')}
            </AppButton>
          ) : null}
          <AppButton tone="quiet" leftSection={<Icon name="arrowLeft" />} onClick={onBack}>
            {t('mailSent.back')}
          </AppButton>
        </>
      }
    >
      <PageTitle title={t('mailSent.title')} lead={body} />
      <p>{t('mailSent.nothingArrived')}</p>
    </SealPage>
  )
}
