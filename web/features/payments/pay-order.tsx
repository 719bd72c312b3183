import type { Order } from '@letterlend/contract/order-info.ts'
import { useState } from 'react'
import { useConfig } from '../../data/config.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import classes from './pay-order.module.css'
import { PaymentCheck } from './payment-check.tsx'
import { SandboxDialog } from './sandbox-dialog.tsx'

interface PayOrderProps {
  /** One that waits for its payment. */
  order: Order
  /** Once the order is paid. */
  onPaid: () => void
}

/** The ways to pay an order here. */
export function PayOrder({ order, onPaid }: PayOrderProps) {
  const { t } = useTranslation('payments')
  const providers = useConfig()?.payment_providers
  const [open, setOpen] = useState<'sandbox' | null>(null)
  const [unclear, setUnclear] = useState(false)
  const close = () => setOpen(null)
  const callbacks = {
    onPaid: () => {
      close()
      onPaid()
    },
    onUnclear: () => {
      close()
      setUnclear(true)
    },
  }

  if (!providers) return <SkeletonList rows={1} />
  if (unclear) {
    return <PaymentCheck order={order} onPaid={onPaid} />
  }
  if (providers.length === 0) return <Notice>{t('byInvoice')}</Notice>
  return (
    <div className={classes.ways}>
      {providers.includes('sandbox') ? (
        <AppButton onClick={() => setOpen('sandbox')}>{t('sandbox.button')}</AppButton>
      ) : null}
      {open === 'sandbox' ? <SandboxDialog order={order} onClose={close} {...callbacks} /> : null}
    </div>
  )
}
