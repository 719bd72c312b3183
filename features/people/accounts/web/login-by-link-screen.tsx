import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { mailedToken } from '#platform/web/start/login-link.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { LetterboxRow } from '#platform/web/ui/letterbox-row.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useLoginByLink } from './data/accounts.ts'
import { LoginByCodeForm } from './login-by-code-form.tsx'
import { UsedLinkPage, useIsUsedLink } from './used-link-page.tsx'

/**
 * Opens a login link from the staff. It logs in only by a button, since link scanners open pages
 * and would use the link up.
 */
export function LoginByLinkScreen() {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const login = useLoginByLink()
  // The link's secret is removed from the address bar before anything is loaded.
  const [token] = useState(() => mailedToken('loginlink'))
  const isUsed = useIsUsedLink(token, !login.isIdle)
  const otherWay = (
    <AppButton component={Link} to={paths.login()} tone="secondary">
      {t('loginByLink.other')}
    </AppButton>
  )
  if (token === null) {
    return (
      <Page>
        <Sheet ornament={<LetterboxRow />}>
          <PageTitle title={t('loginByLink.byCode.title')} lead={t('loginByLink.byCode.lead')} />
          <LoginByCodeForm minutes={30} />
        </Sheet>
      </Page>
    )
  }
  if (isUsed) return <UsedLinkPage actions={otherWay} />
  const open = () =>
    login.mutate(
      { token },
      {
        // Users without another way in choose a password, so that they need no link next time.
        onSuccess: ({ can_log_in }) =>
          navigate(can_log_in ? paths.profile() : paths.setPassword(), { replace: true }),
      },
    )
  return (
    <SealPage
      icon="key"
      tone="wait"
      actions={
        <>
          {login.error ? <Notice kind="error">{ofError(login.error)}</Notice> : null}
          {login.error ? (
            otherWay
          ) : (
            <AppButton loading={login.isPending} onClick={open}>
              {t('loginByLink.submit')}
            </AppButton>
          )}
        </>
      }
    >
      <PageTitle title={t('loginByLink.title')} lead={t('loginByLink.lead')} />
    </SealPage>
  )
}
