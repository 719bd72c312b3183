export { browserSecret } from './browser-secret.ts'
export {
  noteWaiting,
  useIdentityProviders,
  useLink,
  useLinkedAccounts,
  useProviderLogout,
  useWaitingIdentity,
} from './identity-providers.ts'
