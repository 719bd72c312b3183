import { useState } from 'react'
import { z } from 'zod'
import type { Order } from '#features/shop/orders/contract.order.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { confirmSandbox } from './data/payments.ts'
import { PaymentFailure } from './payment-failure.tsx'
import { LeftBankError, type PayingCallbacks, usePaying } from './use-paying.ts'

/** Published test cards, by result. */
const CARDS = {
  accepted: 'tok_visa',
  declined: 'tok_chargeDeclined',
  bank: 'tok_threeDSecure2Required',
  slow: 'tok_slowBank',
  silent: 'tok_timeout',
} as const
type Card = keyof typeof CARDS
const CARD_NAMES = Object.keys(CARDS) as Card[]
const schema = z.object({ card: z.enum(CARD_NAMES) })

interface SandboxDialogProps extends PayingCallbacks {
  order: Order
  onClose: () => void
}

/** The test card form: each card does what its name says, and no money moves. */
export function SandboxDialog({ order, onClose, ...callbacks }: SandboxDialogProps) {
  const { t } = useTranslation('payments')
  const { sending, failure, payWith } = usePaying(order, t('declined'), callbacks)
  const { form, onSubmit } = useSchemaForm<{ card: Card }>(schema, { card: 'accepted' })
  const bank = useBank()
  const money = formatMoney(order.to_pay, order.payment_currency)

  const close = () => {
    bank.leave()
    onClose()
  }
  return (
    <Dialog opened onClose={close} title={t('sandbox.title')} size="md">
      {bank.answer ? (
        <BankQuestion money={money} onAnswer={bank.answer} />
      ) : (
        <form
          className={forms.form}
          noValidate
          onSubmit={onSubmit(({ card }) => void payWith(async () => CARDS[card], bank.ask))}
        >
          <Notice>{t('sandbox.noMoney')}</Notice>
          <ChoiceField
            label={t('sandbox.card')}
            options={CARD_NAMES.map((value) => ({ value, label: t(`sandbox.cards.${value}`) }))}
            value={form.values.card}
            onChange={(card) => form.setFieldValue('card', card)}
          />
          <PaymentFailure failure={failure} />
          <div className={forms.actions}>
            <AppButton type="submit" loading={sending}>
              {t('pay', { money })}
            </AppButton>
          </div>
        </form>
      )}
    </Dialog>
  )
}

type Answer = (approve: boolean) => Promise<void>

/** Plays a bank that asks in the dialog; `answer` is set while it waits. */
function useBank() {
  const [question, setQuestion] = useState<{ answer: Answer; leave: () => void } | null>(null)
  const ask = (clientSecret: string) =>
    new Promise<null>((resolve, reject) => {
      setQuestion({
        answer: async (approve) => {
          await confirmSandbox(clientSecret, approve).then(resolve, reject)
          setQuestion(null)
        },
        leave: () => reject(new LeftBankError()),
      })
    })
  return { ask, answer: question?.answer ?? null, leave: () => question?.leave() }
}

function BankQuestion({ money, onAnswer }: { money: string; onAnswer: Answer }) {
  const { t } = useTranslation('payments')
  const brand = useBrandName()
  const [answered, setAnswered] = useState<boolean | null>(null)
  const answer = (approve: boolean) => {
    setAnswered(approve)
    void onAnswer(approve)
  }
  return (
    <div className={forms.form}>
      <h3
        // The focused element is gone, so the question gets the focus and is read out.
        ref={(title) => title?.focus()}
        tabIndex={-1}
        className={forms.start}
      >
        {t('bank.title')}
      </h3>
      <p>{t('bank.body', { money, brand })}</p>
      <div className={forms.actions}>
        <AppButton
          tone="secondary"
          loading={answered === false}
          disabled={answered !== null}
          onClick={() => answer(false)}
        >
          {t('bank.no')}
        </AppButton>
        <AppButton
          loading={answered === true}
          disabled={answered !== null}
          onClick={() => answer(true)}
        >
          {t('bank.yes')}
        </AppButton>
      </div>
    </div>
  )
}
