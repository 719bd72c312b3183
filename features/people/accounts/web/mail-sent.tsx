import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'

interface MailSentProps {
  /**
   * Says what was sent and how long it works; the sentence is the same whether there is an account or not.
   */
  body: string
  onBack: () => void
  /** For whoever reads the mail on another device, where it carries a code. */
  onCode?: () => void
}

/** Says that a mail is on its way, if there is an account. */
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
