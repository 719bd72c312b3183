export { LegalText } from './legal-text.tsx'
