export { accessTokens } from './access-tokens.ts'
