import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { type Language, LOCALES, storedLanguage } from '#platform/shared/languages.ts'

export interface AnnouncementMail {
  firstname: string
  title: string
  /** Markdown. */
  content: string
  /** Of title and content, where the reader's language has none; mails of an earlier version do not say. */
  textLang?: Language
  /** Where it is shown in the app. */
  url: string
  /** Whether it has buttons to answer by. */
  asks: boolean
  /** Sent to whoever wrote it, to look at it. */
  test: boolean
}

/** As much of a text as a list of mails or a locked screen shows. */
const SHOWN = 200

/** The words of Markdown without its signs. */
const wordsOf = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s>]*(?:#{1,6}|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN)

/** A language as it is called within a sentence of another one: "Französisch", "français". */
const nameOf = (language: Language, reader: Language) =>
  new Intl.DisplayNames([LOCALES[reader]], { type: 'language' }).of(language) ?? language

/** What the community tells many, as a mail; its subject and its preview are what a device shows. */
export const announcementMail = defineMail<AnnouncementMail>(
  'announcement',
  ({ firstname, title, content, textLang, url, asks, test }, { lang, brand }) => {
    const t = texts('announcements', lang)
    const otherLang = textLang && textLang !== storedLanguage(lang) ? textLang : undefined
    return {
      subject: test ? t('mails.announcement.test', { title }) : title,
      preview: wordsOf(content),
      heading: title,
      greeting: t('mails.greeting', { firstname }),
      body:
        test && otherLang
          ? [
              t('mails.announcement.otherLanguage', {
                language: nameOf(lang, lang),
                shown: nameOf(otherLang, lang),
              }),
            ]
          : [],
      markdown: content,
      ...(otherLang && { textLang: otherLang }),
      buttons: [
        { label: t(asks ? 'mails.announcement.answer' : 'mails.announcement.button'), url },
      ],
      footer: t('mails.announcement.footer', { brand }),
    }
  },
)
