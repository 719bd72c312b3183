export { HeldMessages } from './admin/held-messages.tsx'
export { HeldThanks } from './admin/held-thanks.tsx'
export { MessageContext } from './admin/message-context.tsx'
export { WarningSuggestions } from './admin/warning-suggestions.tsx'
