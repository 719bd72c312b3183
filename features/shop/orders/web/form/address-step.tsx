import type { ReactNode } from 'react'
import { PostalFields } from '#features/places/letterboxes/web/door.ts'
import type { Product } from '#features/shop/orders/products/contract.ts'
import { currencyOf, type ProductId } from '#features/shop/orders/products/pricing.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { NameFields } from '#platform/web/ui/forms/name-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { IDEAS_MAX_LENGTH } from '../../contract.ts'
import { AmountField } from './amount-field.tsx'
import { BillHint } from './bill-hint.tsx'
import { type OrderForm, orderFormSchema } from './order-form-steps.ts'

interface AddressStepProps {
  id: ProductId
  product: Product
  initial: OrderForm
  /** Called on every keystroke, for the draft. */
  onChange: (form: OrderForm) => void
  onDone: (form: OrderForm) => void
  back: ReactNode
}

/** Recipient, address and number of pieces. */
export function AddressStep({ id, product, initial, onChange, onDone, back }: AddressStepProps) {
  const { t } = useTranslation('orders')
  const { form, field, onSubmit } = useSchemaForm<OrderForm>(orderFormSchema(id), initial, onChange)
  const amount = field('amount')
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(onDone)}>
      <NameFields field={field} />
      <EmailField
        label={t('address.email')}
        description={t('address.emailHint')}
        {...field('email')}
      />
      <PostalFields field={field} />
      <BillHint form={form.values} />
      <AmountField
        id={id}
        product={product}
        currency={currencyOf(form.values.country)}
        amount={form.values.amount}
        field={amount}
        onChange={amount.onChange}
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
