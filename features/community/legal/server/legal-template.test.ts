import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { ROOT } from '#platform/server/paths.ts'
import { STORED_LANGUAGES } from '#platform/shared/languages.ts'
import { LEGAL_COUNTRIES, LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { missingFacts, OPERATOR_FACTS, type Operator } from '#platform/shared/settings/operator.ts'
import { GAP } from '../contract.ts'
import { type LegalFacts, legalTemplate } from './legal-template.ts'
import { NAMED_PERIODS, PAID_ORDER_YEARS } from './periods.ts'

const EMPTY = Object.fromEntries(OPERATOR_FACTS.map((fact) => [fact, ''])) as unknown as Operator
const FULL = Object.fromEntries(
  OPERATOR_FACTS.map((fact) => [fact, `the ${fact}`]),
) as unknown as Operator

const factsOf = (operator: Operator, environment = {}, silent_days = 180): LegalFacts => ({
  operator,
  config: readConfig({ NODE_ENV: 'test', ...environment }),
  limits: { silent_days },
  brand: 'Quartier',
  today: '2026-11-25',
})

/** Laws and authorities that each country's pages name in German. */
const CITED = {
  CH: [
    'Art. 3 Abs. 1 Bst. s',
    'Art. 19 des Bundesgesetzes über den Datenschutz',
    'EDÖB',
    'Schweizer Recht',
  ],
  LI: [
    'Art. 5 des liechtensteinischen E-Commerce-Gesetzes',
    'Art. 13 der Datenschutz-Grundverordnung',
    'Datenschutzstelle Fürstentum Liechtenstein',
    'liechtensteinisches Recht',
  ],
  DE: [
    '§ 5 des Digitale-Dienste-Gesetzes',
    '§ 18 Abs. 2 des Medienstaatsvertrags',
    'Art. 13 der Datenschutz-Grundverordnung',
    'the authority',
    'BFSG',
  ],
  AT: [
    '§ 5 des E-Commerce-Gesetzes',
    '§ 25 des Mediengesetzes',
    'Art. 13 der Datenschutz-Grundverordnung',
    'Datenschutzbehörde (DSB)',
    'BaFG',
  ],
  FR: [
    'Art. 1-1 des französischen Gesetzes Nr. 2004-575',
    'Art. 13 der Datenschutz-Grundverordnung',
    'CNIL',
    'Défenseur des droits',
  ],
} as const

describe.each(LEGAL_COUNTRIES)('the templates of %s', (country) => {
  it('are complete in every language once all facts are given', () => {
    for (const page of LEGAL_PAGES) {
      const texts = legalTemplate(page, factsOf({ ...FULL, country }))
      for (const language of STORED_LANGUAGES) {
        expect(texts[language].length, `${page} ${language}`).toBeGreaterThan(200)
        expect(texts[language], `${page} ${language}`).not.toMatch(/\{\{|undefined|server\.|\[…\]/)
      }
    }
  })

  it('have a gap for each missing fact', () => {
    const operator = { ...EMPTY, country }
    const all = LEGAL_PAGES.map((page) => legalTemplate(page, factsOf(operator)).en).join()
    expect(all).toContain(GAP)
    const needed = missingFacts(operator)
    const filled = { ...operator, ...Object.fromEntries(needed.map((fact) => [fact, 'x'])) }
    for (const page of LEGAL_PAGES) {
      expect(legalTemplate(page, factsOf(filled)).en).not.toContain(GAP)
    }
  })

  it('name the laws and authorities of the country', () => {
    const all = LEGAL_PAGES.map(
      (page) => legalTemplate(page, factsOf({ ...FULL, country })).de,
    ).join()
    for (const cited of CITED[country]) expect(all).toContain(cited)
    expect(all.includes('innert 14 Tagen')).toBe(country !== 'CH')
  })
})

describe('the privacy notice', () => {
  const operator = { ...FULL, country: 'LI' } as const
  const notice = (environment = {}, silentDays?: number) =>
    legalTemplate('privacy_notice', factsOf(operator, environment, silentDays)).en

  it('states the periods of docs/keeping.md and of the settings', () => {
    const keeping = readFileSync(join(ROOT, 'docs', 'keeping.md'), 'utf8')
    for (const { table, days } of Object.values(NAMED_PERIODS)) {
      expect(keeping).toMatch(
        new RegExp(`^\\| [^|]*\`${table}\`[^|]*\\|[^|]*\\| ${days} days? \\|`, 'm'),
      )
      expect(notice()).toContain(`${days} days`)
    }
    const words = { 10: 'ten', 11: 'eleven' } as Record<number, string>
    expect(keeping).toContain(`Orders that were paid are kept for ${words[PAID_ORDER_YEARS]} years`)
    expect(notice()).toContain(`${PAID_ORDER_YEARS} years`)
    expect(notice({ SECURITY_EVENT_DAYS: '31' })).toContain('31 days')
    expect(notice({}, 90)).toContain('after 90 days we ask')
    expect(notice({}, 0)).not.toContain('sign of life')
  })

  it('names payment providers and geocoders only if they are configured', () => {
    const plain = notice({ MAP_LAYERS: 'offline' })
    for (const recipient of ['Stripe', 'PayPal (', 'photon', 'IP address']) {
      expect(plain).not.toContain(recipient)
    }
    const all = notice({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      PAYPAL_CLIENT_ID: 'a',
      PAYPAL_CLIENT_SECRET: 'b',
      PAYPAL_WEBHOOK_ID: 'c',
      GEOCODER: 'photon',
    })
    for (const recipient of ['Stripe', 'PayPal (', 'photon', 'IP address']) {
      expect(all).toContain(recipient)
    }
  })
})

it('an e-mail address in a template becomes a link, even with Markdown characters', () => {
  const operator = { ...FULL, country: 'CH', email: 'we_are@lend.example' } as const
  expect(legalTemplate('imprint', factsOf(operator)).en).toContain('E-mail: <we_are@lend.example>')
})

it('typed facts appear in a template as they were typed', () => {
  const operator = {
    ...FULL,
    country: 'CH',
    name: '**A** [b](https://c.example) <i>',
    address: 'Weg 1\n8004 Zürich',
  } as const
  const { de } = legalTemplate('imprint', factsOf(operator))
  expect(de).toContain('\\*\\*A\\*\\* \\[b\\](https://c.example) \\<i\\>  \nWeg 1  \n8004 Zürich')
})
