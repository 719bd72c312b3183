export { LinkedAccounts } from './linked-accounts.tsx'
export { ProviderButtons } from './provider-buttons.tsx'
