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
 * What the link opens that the staff has sent. It logs in by a button alone: programs that look at the links
 * of mails open pages, and would use it up.
 */
export function LoginByLinkScreen() {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const login = useLoginByLink()
  // The link's secret left the address bar before anything was loaded.
  const [token] = useState(() => mailedToken('loginlink'))
  const isUsed = useIsUsedLink(token)
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
  if (isUsed && !login.isPending && !login.isSuccess) return <UsedLinkPage actions={otherWay} />
  const open = () =>
    login.mutate(
      { token },
      {
        // Who has nothing else to log in with is asked for a password: the next time needs no link.
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
