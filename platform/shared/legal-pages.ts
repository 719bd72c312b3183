import { paths } from './paths.ts'

/** Pages about the community, which it publishes here. */
export const LEGAL_PAGES = ['imprint', 'privacy_notice', 'terms', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

/** Countries for which there are templates. */
export const LEGAL_COUNTRIES = ['CH', 'LI', 'DE', 'AT', 'FR'] as const
export type LegalCountry = (typeof LEGAL_COUNTRIES)[number]

/** The URL of a page, optionally of an earlier version. */
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

/** The pages with content. The privacy notice is always shown, since it says what the app stores about everyone. */
export const shownLegalPages = (published: readonly LegalPage[]): LegalPage[] =>
  LEGAL_PAGES.filter((page) => page === 'privacy_notice' || published.includes(page))
