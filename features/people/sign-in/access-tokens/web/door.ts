export { OwnTokens } from './own-tokens.tsx'
