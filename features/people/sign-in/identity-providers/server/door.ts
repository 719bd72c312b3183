export { IdentityProvider } from './identity-provider.ts'
export { identityProviders } from './identity-providers.ts'
