import { lazy, Suspense, useState } from 'react'
import { FailureNotice, LogInHere } from '#features/lending/conversations/messages/web/door.ts'
import type { Thanks, Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useOpenedConversation } from '#features/lending/conversations/transactions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useHideThanks } from '../data/loans.ts'
import classes from './thanks-card.module.css'

const ThanksForm = lazy(() => import('./thanks-form.tsx').then((m) => ({ default: m.ThanksForm })))

interface ThanksCardProps {
  transaction: Transaction
  otherName: string
}

/** After the return: the thanks of both sides, and a form until the user's side has said thank you. */
export function ThanksCard({ transaction, otherName }: ThanksCardProps) {
  const { t } = useTranslation('loans')
  const { own, theirs } = transaction.thanks
  // A visitor who came by the link of a mail may only answer, so hide the form, which the server would refuse.
  const opened = useOpenedConversation() !== null
  const [writing, setWriting] = useState(false)
  return (
    <div className={classes.thanks}>
      {theirs ? (
        <ThanksGot thanks={theirs} transactionId={transaction.id} name={otherName} />
      ) : null}
      {own ? <ThanksSaid thanks={own} name={otherName} /> : null}
      {!own && writing ? (
        <Suspense>
          <ThanksForm transactionId={transaction.id} name={otherName} />
        </Suspense>
      ) : null}
      {own || writing || transaction.closed ? null : opened ? (
        <p className={classes.state}>
          {t('thanks.logInFirst', { name: otherName })} <LogInHere />
        </p>
      ) : (
        <div>
          <AppButton
            tone={theirs ? 'secondary' : 'primary'}
            leftSection={<Icon name="heart" size={20} />}
            onClick={() => setWriting(true)}
          >
            {t('thanks.offer', { name: otherName })}
          </AppButton>
        </div>
      )}
    </div>
  )
}

function Words({ title, thanks }: { title: string; thanks: Thanks }) {
  return (
    <div className={classes.part}>
      <Icon name="heart" size={20} />
      <div>
        <p className={classes.title}>{title}</p>
        {thanks.text ? (
          <p className={classes.text} dir="auto">
            {thanks.text}
          </p>
        ) : null}
      </div>
    </div>
  )
}

function ThanksSaid({ thanks, name }: { thanks: Thanks; name: string }) {
  const { t } = useTranslation('loans')
  const state = thanks.hidden ? 'hidden' : thanks.held ? 'held' : thanks.shown ? 'shown' : 'private'
  return (
    <div>
      <Words title={t('thanks.said', { name })} thanks={thanks} />
      <p className={classes.state}>{t(`thanks.saidState.${state}`, { name })}</p>
    </div>
  )
}

interface ThanksGotProps {
  thanks: Thanks
  transactionId: string
  name: string
}

function ThanksGot({ thanks, transactionId, name }: ThanksGotProps) {
  const { t } = useTranslation('loans')
  const hide = useHideThanks()
  const { shown, held, hidden } = thanks
  const state = hidden ? 'hidden' : held ? 'held' : shown ? 'shown' : 'private'
  return (
    <div>
      <Words title={t('thanks.got', { name })} thanks={thanks} />
      <p className={classes.state}>{t(`thanks.gotState.${state}`)}</p>
      {shown || held ? (
        <AppButton
          tone="quiet"
          loading={hide.isPending}
          onClick={() => hide.mutate({ transaction_id: transactionId, hidden: !hidden })}
        >
          {t(hidden ? 'thanks.showAgain' : 'thanks.hide')}
        </AppButton>
      ) : null}
      {hide.isError ? <FailureNotice error={hide.error} /> : null}
    </div>
  )
}
