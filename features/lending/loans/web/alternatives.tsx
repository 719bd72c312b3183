import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { LogInHere } from '#features/lending/conversations/messages/web/door.ts'
import { useAlternatives } from '#features/lending/conversations/requests/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useOpenedConversation } from '#features/lending/conversations/transactions/web/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { LentWords } from '#features/places/letterboxes/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import classes from './alternatives.module.css'

const AskNextModal = lazy(() =>
  import('#features/lending/conversations/requests/web/ask-next-modal.tsx').then((m) => ({
    default: m.AskNextModal,
  })),
)

/** How many letterboxes one press asks. */
const NEXT = 3

/**
 * After a no: the next nearest letterboxes that lend the same item, and one button to ask them all. While a
 * request is pending: only the button, if there are any.
 */
export function Alternatives({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('loans')
  const opened = useOpenedConversation() !== null
  const { data: letterboxes } = useAlternatives(transaction.id, true)
  const [isAsking, setAsking] = useState<'no' | 'opened' | 'closed'>('no')
  const [sent, setSent] = useState<ReactNode>(null)
  const waits = transaction.status === 'requested'
  if (sent) return sent
  if (waits && (opened || !letterboxes?.length)) return null
  if (opened) {
    return (
      <p className={classes.none}>
        {t('alternatives.logInFirst')} <LogInHere />
      </p>
    )
  }
  if (!letterboxes) return null
  if (letterboxes.length === 0) {
    return (
      <p className={classes.none}>
        {t('alternatives.none')}{' '}
        <Link to={paths.map({ sticker: transaction.item.id })}>{t('alternatives.map')}</Link>
      </p>
    )
  }
  return (
    <div className={classes.alternatives}>
      {waits ? (
        <p className={classes.besides}>{t('alternatives.besides')}</p>
      ) : (
        <NextNearest letterboxes={letterboxes} itemId={transaction.item.id} />
      )}
      <div className={classes.action}>
        <AppButton tone={waits ? 'secondary' : 'primary'} onClick={() => setAsking('opened')}>
          {waits
            ? t('alternatives.askOthers')
            : t('alternatives.ask', { count: Math.min(NEXT, letterboxes.length) })}
        </AppButton>
      </div>
      {isAsking === 'no' ? null : (
        <Suspense>
          <AskNextModal
            transaction={transaction}
            letterboxes={letterboxes}
            opened={isAsking === 'opened'}
            onClose={() => setAsking('closed')}
            onSent={setSent}
          />
        </Suspense>
      )}
    </div>
  )
}

interface NextNearestProps {
  letterboxes: Letterbox[]
  /** The item they would be asked for. */
  itemId: number
}

function NextNearest({ letterboxes, itemId }: NextNearestProps) {
  const { t } = useTranslation('loans')
  return (
    <>
      <p className={classes.title}>{t('alternatives.title')}</p>
      <ul className={classes.list}>
        {letterboxes.slice(0, NEXT).map(({ id, address, distance, items }) => (
          <li key={id} className={classes.row}>
            <span className={classes.place}>
              <Link to={paths.letterbox(id)}>{address}</Link>
              <LentWords items={items.filter((item) => item.id === itemId)} />
            </span>
            {distance === null ? null : (
              <span className={classes.distance}>
                {formatDistance(Math.round(distance), currentLanguage())}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
