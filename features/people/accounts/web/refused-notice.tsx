import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useSession } from './data/session.ts'
import classes from './refused-notice.module.css'
import { ResendButton } from './resend-button.tsx'

/**
 * Shown on every page while the account's address is unreachable: why that matters, and what to do.
 * @param compact one line, for screens that are filled by a map
 */
export function RefusedNotice({ compact }: { compact: boolean }) {
  const { t } = useTranslation('accounts')
  const { user } = useSession()
  // Undefined from a server of the previous version, during an update.
  if (!user?.email_refused) return null
  const { email } = user
  if (compact) {
    return (
      <p className={classes.line} role="alert">
        <Icon name="warning" size={20} />
        <span>
          {t('refused.title', { email })}.{' '}
          <Link to={paths.updateAccount()}>{t('refused.change')}</Link>
        </span>
      </p>
    )
  }
  return (
    <div className={classes.notice}>
      <Notice
        kind="error"
        title={t('refused.title', { email })}
        action={
          <div className={classes.actions}>
            <AppButton component={Link} to={paths.updateAccount()}>
              {t('refused.change')}
            </AppButton>
            <ResendButton email={email} />
          </div>
        }
      >
        {t('refused.body')}
      </Notice>
    </div>
  )
}
