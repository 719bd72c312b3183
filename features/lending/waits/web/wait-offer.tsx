import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useJoinLine, useLeaveLine, useWaitFor } from './data/waits.ts'
import { usePlaceWords } from './use-place-words.ts'
import classes from './wait-offer.module.css'

interface WaitOfferProps {
  letterboxId: string
  item: { id: number; name: string }
  /** Why the item cannot be had now: all copies are lent, or nobody there can be reached; null if it can. */
  why: 'lent' | 'outOfReach' | null
  /** Whether the address of the account is confirmed. */
  confirmed: boolean
}

/** "Tell me when I can ask", for members: the place in line and a button to leave it, or a button to join. */
export function WaitOffer({ letterboxId, item, why, confirmed }: WaitOfferProps) {
  const { t } = useTranslation('waits')
  const { ofError } = useErrorText()
  const placeWords = usePlaceWords()
  const root = useRef<HTMLDivElement>(null)
  const thing = { letterboxId, itemId: item.id }
  const wait = useWaitFor(thing)
  const join = useJoinLine()
  const leave = useLeaveLine()
  if (!wait && why === null) return null
  if (!confirmed) {
    return (
      <AppButton component={Link} to={paths.confirmEmail()} tone="quiet">
        {t('offer.unconfirmed')}
      </AppButton>
    )
  }
  // The pressed button is replaced by the other one.
  const keepFocus = () => root.current?.focus()
  const failure = wait ? leave.error : join.error
  return (
    <div ref={root} tabIndex={-1} className={classes.offer}>
      <div role="status">
        {wait ? (
          <Notice kind={wait.turn_until === null ? 'info' : 'success'}>{placeWords(wait)}</Notice>
        ) : null}
      </div>
      {wait ? (
        <AppButton
          tone="quiet"
          aria-label={t('offer.leaveOf', { name: item.name })}
          loading={leave.isPending}
          onClick={() =>
            leave.mutate(thing, {
              onSuccess: () => {
                showToast({ message: t('offer.left') })
                keepFocus()
              },
            })
          }
        >
          {t('offer.leave')}
        </AppButton>
      ) : (
        <>
          <AppButton
            tone="secondary"
            leftSection={<Icon name="bell" />}
            loading={join.isPending}
            onClick={() => join.mutate(thing, { onSuccess: keepFocus })}
          >
            {t(why === 'lent' ? 'offer.tellMeOf' : 'offer.askLaterOf', { name: item.name })}
          </AppButton>
          <p className={classes.hint}>{t('offer.hint')}</p>
        </>
      )}
      {failure ? <Notice kind="error">{ofError(failure)}</Notice> : null}
    </div>
  )
}
