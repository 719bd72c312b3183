import type { Config } from '#platform/server/config.ts'
import { texts as textsIn } from '#platform/server/texts.ts'
import { STORED_LANGUAGES, type StoredLanguage } from '#platform/shared/languages.ts'
import type { LegalCountry, LegalPage } from '#platform/shared/legal-pages.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'
import type { Operator, OperatorFact } from '#platform/shared/settings/operator.ts'
import { GAP, type LegalTexts } from '../contract.ts'
import { NAMED_PERIODS, PAID_ORDER_YEARS } from './periods.ts'

/** Facts that the templates are filled in with. */
export interface LegalFacts {
  operator: Operator
  config: Pick<
    Config,
    'publicUrl' | 'stripe' | 'paypal' | 'mapLayers' | 'geocoders' | 'push' | 'securityEventDays'
  >
  limits: Pick<Limits, 'silent_days'>
  brand: string
  /** As `2026-11-25`. */
  today: string
}

/** Countries in which an authority supervises the accessibility of consumer services. */
const WATCHES_ACCESSIBILITY: readonly LegalCountry[] = ['DE', 'AT', 'FR']
/** Countries in which a consumer may withdraw from an order within two weeks. */
const HAS_WITHDRAWAL: readonly LegalCountry[] = ['LI', 'DE', 'AT', 'FR']

type Filled = (fact: OperatorFact) => string

/** Escapes Markdown, so that a fact appears as it was typed. */
const asTyped = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

/** A fact as lines, or a gap to be filled in. */
const factsOf =
  (operator: Operator): Filled =>
  (fact) =>
    // An address in angle brackets is a link, with any character before the @.
    (fact === 'email' && operator.email !== '' && `<${operator.email}>`) ||
    asTyped(operator[fact]).replaceAll('\n', '  \n') ||
    GAP

/** Joins paragraphs with an empty line between them, without the false ones. */
const joined = (parts: (string | false)[]) => parts.filter(Boolean).join('\n\n')

function imprint(language: StoredLanguage, { operator }: LegalFacts): string {
  const t = textsIn('legal', language)
  const fact = factsOf(operator)
  const { country } = operator
  return joined([
    t(`server.imprint.law.${country}`),
    t('server.imprint.who', { name: fact('name'), address: fact('address') }),
    t('server.imprint.contact', { email: fact('email') }),
    (operator.phone !== '' || country === 'FR') &&
      t('server.imprint.phone', { phone: fact('phone') }),
    operator.register_no !== '' && t('server.imprint.register', { register: fact('register_no') }),
    t(`server.imprint.responsible.${country}`, { responsible: fact('responsible') }),
    country === 'AT' && t('server.imprint.purposeAT'),
    t('server.imprint.hoster', { hoster: fact('hoster') }),
  ])
}

function recipients(language: StoredLanguage, { operator, config }: LegalFacts): string {
  const t = textsIn('legal', language)
  const fact = factsOf(operator)
  const lines: (string | false)[] = [
    t('server.privacy.recipients.hoster', { hoster: fact('hoster').replaceAll('  \n', ', ') }),
    t('server.privacy.recipients.mail', {
      provider: fact('mail_provider').replaceAll('  \n', ', '),
    }),
    config.stripe !== undefined && t('server.privacy.recipients.stripe'),
    config.paypal !== undefined && t('server.privacy.recipients.paypal'),
    config.mapLayers === 'online' && t('server.privacy.recipients.maps'),
    config.geocoders.length > 0 &&
      t('server.privacy.recipients.geocoder', { geocoder: config.geocoders.join(', ') }),
    t('server.privacy.recipients.push'),
  ]
  return lines
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n')
}

function periods(language: StoredLanguage, { limits, config }: LegalFacts): string {
  const t = textsIn('legal', language)
  const {
    sessionDays,
    mailDays,
    wishDays,
    waitDays,
    reportDays,
    messageReportDays,
    unpaidOrderDays,
  } = NAMED_PERIODS
  const lines: (string | false)[] = [
    t('server.privacy.periods.account'),
    t('server.privacy.periods.conversations'),
    t('server.privacy.periods.sessions', { days: sessionDays.days }),
    t('server.privacy.periods.securityEvents', { days: config.securityEventDays }),
    t('server.privacy.periods.orders', { days: unpaidOrderDays.days, years: PAID_ORDER_YEARS }),
    t('server.privacy.periods.wishes', { days: wishDays.days }),
    t('server.privacy.periods.waits', { days: waitDays.days }),
    t('server.privacy.periods.reports', { days: reportDays.days }),
    t('server.privacy.periods.messageReports', { days: messageReportDays.days }),
    t('server.privacy.periods.mails', { days: mailDays.days }),
    limits.silent_days > 0 && t('server.privacy.periods.silence', { days: limits.silent_days }),
  ]
  return lines
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n')
}

function privacyNotice(language: StoredLanguage, facts: LegalFacts): string {
  const t = textsIn('legal', language)
  const { operator } = facts
  const fact = factsOf(operator)
  const { country } = operator
  return joined([
    t(`server.privacy.law.${country}`),
    t('server.privacy.controller', {
      name: fact('name'),
      address: fact('address'),
      email: fact('email'),
    }),
    t('server.privacy.purposes'),
    // Swiss law requires grounds only if personality rights are affected, and none in a notice.
    country !== 'CH' && t('server.privacy.grounds'),
    `${t('server.privacy.recipients.title')}\n\n${recipients(language, facts)}`,
    t(`server.privacy.abroad.${country === 'CH' ? 'CH' : 'EEA'}`),
    `${t('server.privacy.periods.title')}\n\n${periods(language, facts)}`,
    t(`server.privacy.rights.${country === 'CH' ? 'CH' : 'EEA'}`, { email: fact('email') }),
    t('server.privacy.authority', {
      authority: country === 'DE' ? fact('authority') : t(`server.authority.${country}`),
    }),
    t('server.privacy.required'),
  ])
}

function terms(language: StoredLanguage, { operator, brand }: LegalFacts): string {
  const t = textsIn('legal', language)
  const fact = factsOf(operator)
  const { country } = operator
  return joined([
    t('server.terms.who', { brand, name: fact('name'), address: fact('address') }),
    t('server.terms.account'),
    t('server.terms.lending', { name: fact('name') }),
    t('server.terms.content'),
    t('server.terms.measures', { email: fact('email') }),
    t('server.terms.orders'),
    HAS_WITHDRAWAL.includes(country) && t('server.terms.withdrawal', { email: fact('email') }),
    t('server.terms.liability', { name: fact('name') }),
    t('server.terms.changes'),
    t(`server.terms.law.${country}`),
  ])
}

function accessibility(language: StoredLanguage, { operator, config, today }: LegalFacts): string {
  const t = textsIn('legal', language)
  const fact = factsOf(operator)
  const { country } = operator
  return joined([
    t('server.accessibility.aim', { url: config.publicUrl }),
    t('server.accessibility.state'),
    t('server.accessibility.contact', { email: fact('email') }),
    WATCHES_ACCESSIBILITY.includes(country) &&
      t(`server.accessibility.enforcement.${country as 'DE' | 'AT' | 'FR'}`),
    t('server.accessibility.date', { today }),
  ])
}

/** Who is responsible for the data, and the rights of those whom it is about, as in the privacy notice. */
export function rightsInWords(language: StoredLanguage, operator: Operator): string {
  const t = textsIn('legal', language)
  const fact = factsOf(operator)
  const { country } = operator
  return joined([
    t('server.privacy.controller', {
      name: fact('name'),
      address: fact('address'),
      email: fact('email'),
    }),
    t(`server.privacy.rights.${country === 'CH' ? 'CH' : 'EEA'}`, { email: fact('email') }),
    t('server.privacy.authority', {
      authority: country === 'DE' ? fact('authority') : t(`server.authority.${country}`),
    }),
  ])
}

const TEMPLATES = {
  imprint,
  privacy_notice: privacyNotice,
  terms,
  accessibility,
} as const satisfies Record<LegalPage, (language: StoredLanguage, facts: LegalFacts) => string>

/** A page in each language, as Markdown. A missing fact becomes a {@link GAP}. */
export function legalTemplate(page: LegalPage, facts: LegalFacts): LegalTexts {
  return Object.fromEntries(
    STORED_LANGUAGES.map((language) => [language, TEMPLATES[page](language, facts)]),
  ) as LegalTexts
}
