import { type Days, WantedChoice } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { AskFooter } from './ask-footer.tsx'
import classes from './borrow-form.module.css'
import type { BorrowableItem } from './borrow-modal.tsx'
import { useStanding, useTakenDays } from './data/asking.ts'
import { ItemChoice } from './item-choice.tsx'
import { MessageField } from './message-field.tsx'
import { OtherLenders } from './other-lenders.tsx'
import { HouseholdAsked, StandingRequest } from './standing-request.tsx'
import { useAskForm } from './use-ask-form.ts'

interface BorrowFormProps {
  letterbox: Letterbox
  itemId: number | null
  /** The days for which it was searched; a draft with other days comes first. */
  days: Days | null
  items: BorrowableItem[]
  onBusy: (busy: boolean) => void
  onSent: (requests: Transaction[]) => void
}

/**
 * The item, the days, the message, and other lenders to ask. Everything typed stays on the device until it is
 * sent.
 */
export function BorrowForm({ letterbox, itemId, days, items, onBusy, onSent }: BorrowFormProps) {
  const { t } = useTranslation('borrow')
  const onlyItem = items.length === 1 ? (items[0]?.id ?? null) : null
  const ask = useAskForm({
    draft: `borrow.${letterbox.id}`,
    item_id: itemId ?? onlyItem,
    days,
    text: '',
    lender_ids: [letterbox.user_id],
    onBusy,
    onSent: (requests) => {
      showToast({ message: t('sent', { count: requests.length }) })
      onSent(requests)
    },
  })
  const { form, field } = ask
  const { item_id, lender_ids } = form.values
  const { data: taken } = useTakenDays(letterbox.user_id, item_id)
  const { data: asked } = useStanding(letterbox.user_id, item_id)
  return (
    <form className={classes.form} noValidate onSubmit={ask.submit}>
      <ItemChoice
        items={items}
        field={field('item_id')}
        onChange={(id) => {
          // The other lenders depend on the item, so their selection is reset.
          form.setValues({ item_id: id, lender_ids: [letterbox.user_id] })
        }}
      />
      {asked?.transaction ? <StandingRequest transaction={asked.transaction} /> : null}
      {asked?.household ? <HouseholdAsked /> : null}
      {asked?.transaction || asked?.household ? null : (
        <>
          {letterbox.hard_to_reach ? <Notice>{t('hardToReach')}</Notice> : null}
          <WantedChoice
            field={field('days')}
            errorKey={form.errors.days}
            taken={taken}
            first={itemId !== null}
          />
          <MessageField field={field('text')} onSubmit={ask.submit} />
          <OtherLenders
            letterbox={letterbox}
            itemId={item_id}
            chosen={lender_ids.slice(1)}
            onChange={(others) => form.setFieldValue('lender_ids', [letterbox.user_id, ...others])}
          />
          <AskFooter ask={ask} count={lender_ids.length} />
        </>
      )}
    </form>
  )
}
