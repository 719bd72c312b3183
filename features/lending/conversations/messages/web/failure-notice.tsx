import { Link, useLocation } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

/** Whether the action needs a login; the link of a mail opens a conversation but logs nobody in. */
export const needsLogin = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conversation_only'

/** Links to the login, which returns here. */
export function LogInHere() {
  const { t } = useTranslation('transactions')
  const { pathname, search } = useLocation()
  return <Link to={paths.login(`${pathname}${search}`)}>{t('logIn')}</Link>
}

/** Why something was refused, with a link to the login if that is needed. */
export function FailureNotice({ error }: { error: unknown }) {
  const { ofError } = useErrorText()
  return (
    <Notice kind="error" action={needsLogin(error) ? <LogInHere /> : null}>
      {ofError(error)}
    </Notice>
  )
}
