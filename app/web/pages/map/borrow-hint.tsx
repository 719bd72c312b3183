import { Link } from 'react-router'
import type { BorrowRefusal } from '#features/lending/conversations/requests/borrowing.ts'
import { letterboxClasses as classes } from '#features/places/letterboxes/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** Why the user cannot ask yet, and what to do about it. */
export function BorrowHint({
  refusal,
  email,
}: {
  refusal: BorrowRefusal | null
  email: string | null
}) {
  const { t } = useTranslation('letterboxes')
  switch (refusal) {
    case 'loggedOut':
      return (
        <Notice
          action={
            <Link className={classes.link} to={paths.registerStep(1)}>
              {t('hint.register')}
            </Link>
          }
        >
          {t('hint.loggedOut')}
        </Notice>
      )
    case 'ownMessagingOff':
      return (
        <Notice
          action={
            <Link className={classes.link} to={paths.privacy()}>
              {t('hint.openPrivacy')}
            </Link>
          }
        >
          {t('hint.ownMessagingOff')}
        </Notice>
      )
    case 'own':
      return (
        <Notice
          action={
            <Link className={classes.link} to={paths.updateLetterBoxItems()}>
              {t('hint.editItems')}
            </Link>
          }
        >
          {t('hint.own')}
        </Notice>
      )
    case 'reseller':
      return (
        <Notice
          action={
            email ? (
              <a className={classes.link} href={`mailto:${email}`}>
                {t('hint.contact')}
              </a>
            ) : null
          }
        >
          {t('hint.reseller')}
        </Notice>
      )
    case 'outOfReach':
      return <Notice>{t('hint.outOfReach')}</Notice>
    case 'noMessages':
      return <Notice>{t('hint.noMessages')}</Notice>
    case 'noRequests':
      return <Notice>{t('hint.noRequests')}</Notice>
    default:
      return null
  }
}
