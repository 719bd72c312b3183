export {
  registerWithProvider,
  useIdentityProviders,
  useLink,
  useLinkedAccounts,
  useWaitingIdentity,
} from './identity-providers.ts'
