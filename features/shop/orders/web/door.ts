export { CancelByKey } from './cancel-by-key.tsx'
export { AddressStep } from './form/address-step.tsx'
export { ConfirmStep } from './form/confirm-step.tsx'
export { MapStep } from './form/map-step.tsx'
export { type OrderDraft, type OrderDraftState, useOrderDraft } from './form/order-draft.ts'
export {
  admitOrderStep,
  draftOfForm,
  type OrderFormStep,
  productOf,
  startingForm,
} from './form/order-form-steps.ts'
export { ProductCards } from './form/product-cards.tsx'
export { StartOver } from './form/start-over.tsx'
export { useStartOver } from './form/use-start-over.ts'
export { OrderProgress } from './order-progress.tsx'
export { OrderTable } from './order-table.tsx'
export { OrdersTable } from './orders-table.tsx'
export { isOver, Thanks } from './thanks.tsx'
export { isPaid, useStoredOrder } from './use-stored-order.ts'
