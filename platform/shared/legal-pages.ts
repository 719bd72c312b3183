import { paths } from './paths.ts'

/** What a community tells of itself, in texts that it publishes here. */
export const LEGAL_PAGES = ['imprint', 'privacy_notice', 'terms', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

/** The countries that there are templates for. */
export const LEGAL_COUNTRIES = ['CH', 'LI', 'DE', 'AT', 'FR'] as const
export type LegalCountry = (typeof LEGAL_COUNTRIES)[number]

/** The address of a page, or of an earlier version of it. */
export function legalPath(page: LegalPage, query: { version?: number } = {}): string {
  switch (page) {
    case 'imprint':
      return paths.imprint(query)
    case 'privacy_notice':
      return paths.privacyNotice(query)
    case 'terms':
      return paths.terms(query)
    case 'accessibility':
      return paths.accessibility(query)
  }
}

/** Those that have something to show: what is stored of everybody is told in any case. */
export const shownLegalPages = (published: readonly LegalPage[]): LegalPage[] =>
  LEGAL_PAGES.filter((page) => page === 'privacy_notice' || published.includes(page))
