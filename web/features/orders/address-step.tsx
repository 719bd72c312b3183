import { currencyOf, type ProductId } from '@letterlend/contract/order-pricing.ts'
import { IDEAS_MAX_LENGTH } from '@letterlend/contract/orders.ts'
import type { Product } from '@letterlend/contract/products.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import forms from '../../ui/form.module.css'
import { EmailField } from '../../ui/form-fields.tsx'
import { NameFields } from '../../ui/name-fields.tsx'
import { PostalFields } from '../../ui/postal-fields.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AmountField } from './amount-field.tsx'
import { type OrderForm, orderFormSchema } from './order-steps.ts'

interface AddressStepProps {
  id: ProductId
  product: Product
  initial: OrderForm
  /** Every keystroke, for the draft. */
  onChange: (form: OrderForm) => void
  onDone: (form: OrderForm) => void
  back: ReactNode
}

/** Whom an order is for, where it goes, and how much of it. */
export function AddressStep({ id, product, initial, onChange, onDone, back }: AddressStepProps) {
  const { t } = useTranslation('orders')
  const { form, field, onSubmit } = useSchemaForm<OrderForm>(orderFormSchema(id), initial, onChange)
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(onDone)}>
      <NameFields field={field} />
      <EmailField
        label={t('address.email')}
        description={t('address.emailHint')}
        {...field('email')}
      />
      <PostalFields field={field} />
      <AmountField
        id={id}
        product={product}
        currency={currencyOf(form.values.country)}
        amount={form.values.amount}
        field={field('amount')}
        onChange={(amount) => form.setFieldValue('amount', amount)}
      />
      <TextAreaField
        optional
        label={t('address.ideas')}
        max={IDEAS_MAX_LENGTH}
        rows={3}
        field={field('ideas')}
      />
      <div className={forms.actions}>
        {back}
        <AppButton type="submit">{t('next')}</AppButton>
      </div>
    </form>
  )
}
