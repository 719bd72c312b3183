export { AddressForm } from './address/address-form.tsx'
export { LocationForm, type LocationPickerProps } from './address/location-form.tsx'
export { ItemCopies } from './item-copies.tsx'
export { ItemLines } from './item-lines.tsx'
export {
  type ItemPickerProps,
  ItemsForm,
  itemsDraft,
  type OwnItems,
  ownItemsDraft,
} from './items-form.tsx'
export { addressOf, draftOf, spotsOf } from './own-letterbox.ts'
