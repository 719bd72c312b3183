export { findPublishedPages, type PublishedPages } from './legal.queries.ts'
export { agreeByRegistering, legal } from './legal.ts'
export { rightsInWords } from './legal-template.ts'
