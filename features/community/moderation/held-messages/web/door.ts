export { HeldMessages } from './held-messages.tsx'
export { HeldThanks } from './held-thanks.tsx'
export { MessageContext } from './message-context.tsx'
export { WarningSuggestions } from './warning-suggestions.tsx'
