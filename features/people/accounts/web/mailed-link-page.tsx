import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import type { LookedAtLink } from '../contract.ts'

interface MailedLinkPageProps {
  link: LookedAtLink
  sending: boolean
  onOpen: () => void
}

/** Other kinds have their own forms. */
const WITH_THIS_PAGE = ['login', 'conversation', 'confirmation'] as const

/**
 * A mailed link in a browser that does not know the recipient. Shows whom it is for, and acts only
 * when its button is pressed: mail scanners open links and run scripts, but press no buttons.
 */
export function MailedLinkPage({ link, sending, onOpen }: MailedLinkPageProps) {
  const { t } = useTranslation('accounts')
  const { firstname, masked_email } = link
  const kind = WITH_THIS_PAGE.find((each) => each === link.kind)
  if (!kind) return null
  const who = firstname ? `${firstname} (${masked_email})` : masked_email
  return (
    <SealPage
      icon={kind === 'login' ? 'key' : 'email'}
      tone="wait"
      actions={
        <AppButton loading={sending} onClick={onOpen}>
          {t(`mailedLink.${kind}.submit`)}
        </AppButton>
      }
    >
      <PageTitle title={t(`mailedLink.${kind}.title`)} lead={t('mailedLink.lead', { who })} />
      <p>{t('mailedLink.why')}</p>
    </SealPage>
  )
}
