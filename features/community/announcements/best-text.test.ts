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

describe('what somebody reads', () => {
  it.each([
    ['fr', { ...ENGLISH, ...GERMAN, ...FRENCH }, 'fr'],
    ['fr', { ...ENGLISH, ...GERMAN }, 'de'],
    ['en', { ...GERMAN, ...FRENCH }, 'de'],
    ['de', { ...ENGLISH, ...FRENCH }, 'en'],
    ['fr', ENGLISH, 'en'],
    ['de', FRENCH, 'fr'],
    ['en', FRENCH, 'fr'],
  ] as const)('is for %s with %o in %s', (reader, texts, lang) => {
    expect(languageRead({ ...NOTHING, ...texts }, reader)).toBe(lang)
  })

  it('is one language, never the title of one over the text of another', () => {
    const half = { ...NOTHING, ...FRENCH, title_de: 'Fest' }
    expect(textFor(half, 'de')).toEqual({ lang: 'fr', title: 'Fête', content: 'Samedi.' })
    // The author of the German text sees what they have typed so far.
    expect(textWhileWriting(half, 'de')).toEqual({ lang: 'de', title: 'Fest', content: '' })
    expect(textWhileWriting(half, 'en')).toEqual(textFor(half, 'en'))
  })

  it('is a button named in whatever language it has a name, and a title alone as well', () => {
    expect(nameFor({ name: '', name_de: null, name_fr: 'Oui' }, 'de')).toEqual({
      lang: 'fr',
      name: 'Oui',
    })
    expect(nameFor({ name: 'Yes', name_de: 'Ja' }, 'fr')).toEqual({ lang: 'de', name: 'Ja' })
    expect(nameFor({ name: 'Yes', name_de: 'Ja' }, 'en')).toEqual({ lang: 'en', name: 'Yes' })
    expect(titleFor({ title: null, title_de: null, title_fr: 'Fête' }, 'en')).toBe('Fête')
  })
})

describe('what is written', () => {
  const problems = (texts: object) =>
    writtenAnnouncementSchema.safeParse(texts).error?.issues.map(({ path }) => path.join())

  it.each([ENGLISH, GERMAN, FRENCH])('is enough in one language: %o', (texts) => {
    expect(writtenAnnouncementSchema.safeParse(texts).success).toBe(true)
  })

  it('is asked for in the language that was begun, else in that of the community', () => {
    expect(problems({ title_fr: 'Fête' })).toEqual(['content_fr'])
    expect(problems({ content: 'On Saturday.', title_fr: ' ' })).toEqual(['title'])
    expect(problems({})).toEqual(['title_de', 'content_de'])
  })
})
