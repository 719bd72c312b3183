import { type ReactNode, useState } from 'react'
import { WantedChoice, type WantedDays } from '#features/lending/conversations/days/web/door.ts'
import { plainText } from '#features/lending/conversations/messages/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { ASK_MAX_LETTERBOXES } from '../request-limits.ts'
import { AskFooter } from './ask-footer.tsx'
import { Asked } from './asked.tsx'
import classes from './borrow-form.module.css'
import { LenderChoice } from './lender-choice.tsx'
import { MessageField } from './message-field.tsx'
import { useAskForm } from './use-ask-form.ts'

/** How many letterboxes are preselected. */
const NEXT = 3

interface AskNextModalProps {
  /** The declined or still pending request. If pending, the new requests join it. */
  transaction: Transaction
  /** Other letterboxes that lend the same item. */
  letterboxes: Letterbox[]
  opened: boolean
  onClose: () => void
  /** `notice`: shown where the dialog was opened. */
  onSent: (notice: ReactNode) => void
}

/** Sends the same request to the next letterboxes, with the same text and days. */
export function AskNextModal({ opened, onClose, ...props }: AskNextModalProps) {
  const { t } = useTranslation('borrow')
  const [busy, setBusy] = useState(false)
  const item = itemName(props.transaction.item, currentLanguage())
  return (
    <Dialog
      opened={opened}
      // The dialog stays open while the request is being sent, so that the user sees whether it succeeds.
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('titleItem', { item })}
    >
      <AskNextForm {...props} onBusy={setBusy} />
    </Dialog>
  )
}

/** The wanted days, unless they have passed. */
function sameDays({ wanted_from, wanted_until }: Transaction): WantedDays | null {
  if (wanted_from === null) return 'any'
  if (wanted_from < communityToday()) return null
  return { from: wanted_from, until: wanted_until }
}

type AskNextFormProps = Pick<AskNextModalProps, 'transaction' | 'letterboxes' | 'onSent'> & {
  onBusy: (busy: boolean) => void
}

function AskNextForm({ transaction, letterboxes, onBusy, onSent }: AskNextFormProps) {
  const { t } = useTranslation('borrow')
  const first = transaction.messages.find(({ from_id }) => from_id === transaction.borrower_id)
  const ask = useAskForm({
    draft: `borrow.${transaction.id}`,
    item_id: transaction.item.id,
    days: sameDays(transaction),
    text: first ? plainText(first.text) : '',
    lender_ids: letterboxes.slice(0, NEXT).map(({ user_id }) => user_id),
    besides: transaction.status === 'requested' ? transaction.id : null,
    onBusy,
    onSent: (requests) => onSent(<Asked requests={requests} />),
  })
  const { form, field } = ask
  const { lender_ids } = form.values
  return (
    <form className={classes.form} noValidate onSubmit={ask.submit}>
      <LenderChoice
        label={t('next.label')}
        hint={t('several.hint', { max: ASK_MAX_LETTERBOXES })}
        lenders={letterboxes}
        itemId={transaction.item.id}
        chosen={lender_ids}
        most={ASK_MAX_LETTERBOXES}
        onChange={(next) => form.setFieldValue('lender_ids', next)}
      />
      <WantedChoice field={field('days')} errorKey={form.errors.days} />
      <MessageField field={field('text')} onSubmit={ask.submit} />
      <AskFooter ask={ask} count={lender_ids.length} />
    </form>
  )
}
