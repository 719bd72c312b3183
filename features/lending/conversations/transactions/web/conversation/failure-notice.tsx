import { Link, useLocation } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

/** Whether it takes more than the link of a mail, by which nobody is logged in. */
export const needsLogin = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conversation_only'

/** Leads to the login and back here. */
export function LogInHere() {
  const { t } = useTranslation('transactions')
  const { pathname, search } = useLocation()
  return <Link to={paths.login(`${pathname}${search}`)}>{t('logIn')}</Link>
}

/** Why something was refused; who has to log in for it is led there. */
export function FailureNotice({ error }: { error: unknown }) {
  const { ofError } = useErrorText()
  return (
    <Notice kind="error" action={needsLogin(error) ? <LogInHere /> : null}>
      {ofError(error)}
    </Notice>
  )
}
