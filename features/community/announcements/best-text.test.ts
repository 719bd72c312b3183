import { describe, expect, it } from 'vitest'
import { languageRead, nameFor, textFor, textWhileWriting, titleFor } from './best-text.ts'
import { writtenAnnouncementSchema } from './contract.admin.ts'

const NOTHING = {
  title: null,
  title_de: null,
  title_fr: null,
  content: null,
  content_de: null,
  content_fr: null,
}
const ENGLISH = { title: 'Party', content: 'On Saturday.' }
const GERMAN = { title_de: 'Fest', content_de: 'Am Samstag.' }
const FRENCH = { title_fr: 'Fête', content_fr: 'Samedi.' }

describe('the text that a reader sees', () => {
  it.each([
    ['fr', { ...ENGLISH, ...GERMAN, ...FRENCH }, 'fr'],
    ['fr', { ...ENGLISH, ...GERMAN }, 'de'],
    ['en', { ...GERMAN, ...FRENCH }, 'de'],
    ['de', { ...ENGLISH, ...FRENCH }, 'en'],
    ['fr', ENGLISH, 'en'],
    ['de', FRENCH, 'fr'],
    ['en', FRENCH, 'fr'],
  ] as const)('is, for %s with %o, the one in %s', (reader, texts, lang) => {
    expect(languageRead({ ...NOTHING, ...texts }, reader)).toBe(lang)
  })

  it('comes from one language: a title is never combined with the text of another', () => {
    const half = { ...NOTHING, ...FRENCH, title_de: 'Fest' }
    expect(textFor(half, 'de')).toEqual({ lang: 'fr', title: 'Fête', content: 'Samedi.' })
    // The author of the German text sees what they have typed so far.
    expect(textWhileWriting(half, 'de')).toEqual({ lang: 'de', title: 'Fest', content: '' })
    expect(textWhileWriting(half, 'en')).toEqual(textFor(half, 'en'))
  })

  it('falls back to another language for a button or a lone title', () => {
    expect(nameFor({ name: '', name_de: null, name_fr: 'Oui' }, 'de')).toEqual({
      lang: 'fr',
      name: 'Oui',
    })
    expect(nameFor({ name: 'Yes', name_de: 'Ja' }, 'fr')).toEqual({ lang: 'de', name: 'Ja' })
    expect(nameFor({ name: 'Yes', name_de: 'Ja' }, 'en')).toEqual({ lang: 'en', name: 'Yes' })
    expect(titleFor({ title: null, title_de: null, title_fr: 'Fête' }, 'en')).toBe('Fête')
  })
})

describe('a written announcement', () => {
  const problems = (texts: object) =>
    writtenAnnouncementSchema.safeParse(texts).error?.issues.map(({ path }) => path.join())

  it.each([ENGLISH, GERMAN, FRENCH])('is complete in one language: %o', (texts) => {
    expect(writtenAnnouncementSchema.safeParse(texts).success).toBe(true)
  })

  it('lacks fields in the language that was begun, else in the community language', () => {
    expect(problems({ title_fr: 'Fête' })).toEqual(['content_fr'])
    expect(problems({ content: 'On Saturday.', title_fr: ' ' })).toEqual(['title'])
    expect(problems({})).toEqual(['title_de', 'content_de'])
  })
})
