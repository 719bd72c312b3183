import { expect, it } from 'vitest'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { mailKinds, mailPages } from './mail-pages.ts'
import { mailSamples } from './mail-samples.ts'

it('every kind of mail has a sample for npm run mails', () => {
  const shown = new Set(mailSamples('en').map(({ content }) => content.template))
  expect(mailKinds().filter((kind) => !shown.has(kind))).toEqual([])
})

it.each(LANGUAGES)('no mail in %s has an empty value or a text key', (lang) => {
  for (const { name, subject, html, text } of mailPages(lang)) {
    expect(subject, name).not.toBe('')
    expect(html, name).toContain(`lang="${lang}"`)
    expect(`${subject} ${text}`, name).not.toMatch(/undefined|NaN|\bnull\b|Invalid Date|\{\{/)
    // Heading and preview are only in the HTML.
    expect(`${subject} ${html} ${text}`, name).not.toMatch(/\b(mails|server)\.[a-z]/)
    // Empty quotation marks, brackets or dashes indicate a missing value.
    expect(`${subject} ${text}`, name).not.toMatch(/«\s*»|“\s*”|\(\s*\)/)
  }
})
