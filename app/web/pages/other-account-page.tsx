import { useNavigate } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'

interface OtherAccountPageProps {
  /** The mailed URL with its secret, which was not used. */
  link: string
  onDone: () => void
}

/** A mailed link was opened while another account is logged in: the user has to choose one of the two. */
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
