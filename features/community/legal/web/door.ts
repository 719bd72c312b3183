export { LegalText, WithdrawnPage } from './legal-text.tsx'
export { TermsConsent } from './terms-consent.tsx'
