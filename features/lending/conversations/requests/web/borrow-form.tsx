import { useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { AskFooter } from './ask-footer.tsx'
import classes from './borrow-form.module.css'
import type { BorrowableItem } from './borrow-modal.tsx'
import { useStanding, useTakenDays } from './data/asking.ts'
import { WantedChoice } from './days/wanted-choice.tsx'
import { ItemChoice } from './item-choice.tsx'
import { MessageField } from './message-field.tsx'
import { OtherLenders } from './other-lenders.tsx'
import { HouseholdAsked, StandingRequest } from './standing-request.tsx'
import { useAskForm } from './use-ask-form.ts'

interface BorrowFormProps {
  letterbox: Letterbox
  itemId: number | null
  items: BorrowableItem[]
  onBusy: (busy: boolean) => void
  onSent: (requests: Transaction[]) => void
}

/**
 * The item, the days, the message, and whom else to ask. Everything typed is kept on the device until it
 * was sent.
 */
export function BorrowForm({ letterbox, itemId, items, onBusy, onSent }: BorrowFormProps) {
  const { t } = useTranslation('borrow')
  const onlyItem = items.length === 1 ? (items[0]?.id ?? null) : null
  const [item, setItem] = useState<number | null>(itemId ?? onlyItem)
  const [others, setOthers] = useState<string[]>([])
  const { data: taken } = useTakenDays(letterbox.user_id, item)
  const { data: asked } = useStanding(letterbox.user_id, item)
  const ask = useAskForm({
    draft: `borrow.${letterbox.id}`,
    text: '',
    days: null,
    onBusy,
    onSent: (requests) => {
      showToast({ message: t('sent', { count: requests.length }) })
      onSent(requests)
    },
  })
  const send = () => {
    ask.send([letterbox.user_id, ...others], item)
  }
  return (
    <form
      ref={ask.form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ItemChoice
        items={items}
        selected={item}
        missing={ask.missing === 'item'}
        onChange={(next) => {
          ask.changed()
          setItem(next.item)
          // Other lenders of this item.
          setOthers([])
        }}
      />
      {asked?.transaction ? <StandingRequest transaction={asked.transaction} /> : null}
      {asked?.household ? <HouseholdAsked /> : null}
      {asked?.transaction || asked?.household ? null : (
        <>
          {letterbox.hard_to_reach ? <Notice>{t('hardToReach')}</Notice> : null}
          <WantedChoice
            days={ask.days}
            missing={ask.missing === 'days'}
            refusal={ask.refusal}
            taken={taken}
            first={itemId !== null}
            onChange={ask.changeDays}
          />
          <MessageField
            startText={ask.startText}
            missing={ask.missing === 'message'}
            onChange={ask.changeText}
            onSubmit={send}
          />
          <OtherLenders
            letterbox={letterbox}
            itemId={item}
            chosen={others}
            onChange={(next) => {
              ask.changed()
              setOthers(next)
            }}
          />
          <AskFooter ask={ask} count={others.length + 1} />
        </>
      )}
    </form>
  )
}
