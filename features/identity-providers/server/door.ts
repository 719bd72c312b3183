export { identityProviders } from './identity-providers.ts'
