import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useAskLater } from './data/wishes.ts'
import classes from './wish-offer.module.css'

interface AskLaterProps {
  letterboxId: string
  /** Null if nothing is chosen yet. */
  item: { id: number; name: string } | null
  /** Whether the address of the account is confirmed. */
  confirmed: boolean
}

/** "Tell me once I can ask here": for a letterbox where no one can be notified of a request yet. */
export function AskLater({ letterboxId, item, confirmed }: AskLaterProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const ask = useAskLater()
  if (!item) return <p className={classes.hint}>{t('askLater.which')}</p>
  if (!confirmed) {
    return (
      <AppButton component={Link} to={paths.confirmEmail()} tone="quiet">
        {t('askLater.unconfirmed')}
      </AppButton>
    )
  }
  const isNoted = ask.isSuccess && ask.variables.itemId === item.id
  return (
    <div className={classes.offer}>
      {isNoted ? null : (
        <>
          <AppButton
            leftSection={<Icon name="bell" />}
            loading={ask.isPending}
            onClick={() => ask.mutate({ letterboxId, itemId: item.id })}
          >
            {t('askLater.buttonItem', { name: item.name })}
          </AppButton>
          <p className={classes.hint}>{t('askLater.hint')}</p>
        </>
      )}
      {ask.isError ? <Notice kind="error">{ofError(ask.error)}</Notice> : null}
      <div role="status">
        {isNoted ? <Notice kind="success">{t('askLater.noted')}</Notice> : null}
      </div>
    </div>
  )
}
