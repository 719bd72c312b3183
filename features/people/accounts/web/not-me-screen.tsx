import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { mailedToken } from '#platform/web/start/login-link.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useNotMe } from './data/accounts.ts'
import { RestoreEmailForm } from './restore-email-form.tsx'
import { UsedLinkPage, useIsUsedLink } from './used-link-page.tsx'

/**
 * Target of "it was not me" in mails about logins and changes. It acts only by a button, since link
 * scanners open pages.
 */
export function NotMeScreen() {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const ending = useNotMe()
  // The link's secret is removed from the address bar before anything is loaded.
  const [token] = useState(() => mailedToken('notme'))
  const [query] = useSearchParams()
  const isUsed = useIsUsedLink(token, !ending.isIdle)
  const otherWay = (
    <AppButton component={Link} to={paths.forgotPassword()} tone="secondary">
      {t('notMe.other')}
    </AppButton>
  )
  if (token === null) {
    return (
      <SealPage icon="key" tone="no" actions={otherWay}>
        <PageTitle title={t('notMe.noToken.title')} lead={t('notMe.noToken.lead')} />
      </SealPage>
    )
  }
  if (isUsed) return <UsedLinkPage actions={otherWay} />
  if (query.get('former') === 'email') return <RestoreEmailForm token={token} />
  if (ending.isSuccess) {
    return (
      <SealPage icon="email" tone="yes">
        <PageTitle title={t('notMe.done.title')} lead={t('notMe.done.lead')} />
      </SealPage>
    )
  }
  return (
    <SealPage
      icon="key"
      tone="wait"
      actions={
        <>
          {ending.error ? <Notice kind="error">{ofError(ending.error)}</Notice> : null}
          {ending.error ? (
            otherWay
          ) : (
            <AppButton loading={ending.isPending} onClick={() => ending.mutate(token)}>
              {t('notMe.submit')}
            </AppButton>
          )}
        </>
      }
    >
      <PageTitle title={t('notMe.title')} lead={t('notMe.lead')} />
    </SealPage>
  )
}
