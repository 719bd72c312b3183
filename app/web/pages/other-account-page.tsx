import { useNavigate } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'

interface OtherAccountPageProps {
  /** The address of the mail, with its secret: it was not used up. */
  link: string
  onDone: () => void
}

/** The link of a mail was opened where somebody else is logged in: one of the two has to give way. */
export function OtherAccountPage({ link, onDone }: OtherAccountPageProps) {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const name = useSession().user?.firstname
  const go = (path: string, state?: { next: string }) => {
    navigate(path, { replace: true, state })
    onDone()
  }
  return (
    <SealPage
      icon="warning"
      tone="wait"
      actions={
        <>
          <AppButton onClick={() => go(paths.logout(), { next: link })}>
            {t('opened.other.switch')}
          </AppButton>
          <AppButton tone="secondary" onClick={() => go(paths.inbox())}>
            {t('opened.other.stay')}
          </AppButton>
        </>
      }
    >
      <PageTitle
        title={t('opened.other.title')}
        lead={name ? t('opened.other.lead', { name }) : t('opened.other.leadUnnamed')}
      />
    </SealPage>
  )
}
