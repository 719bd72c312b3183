export { IdentityProvider } from './identity-provider.ts'
export { identityProviders } from './identity-providers.ts'
export { linkRegistered } from './linking.ts'
