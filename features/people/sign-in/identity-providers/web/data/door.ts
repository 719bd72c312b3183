export {
  registerWithProvider,
  useIdentityProviders,
  useLink,
  useLinkedAccounts,
  useProviderLogout,
  useWaitingIdentity,
} from './identity-providers.ts'
