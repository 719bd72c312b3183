export { LegalText } from './legal-text.tsx'
export { TermsConsent } from './terms-consent.tsx'
