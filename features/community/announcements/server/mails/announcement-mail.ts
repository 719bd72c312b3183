import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { type Language, LOCALES, storedLanguage } from '#platform/shared/languages.ts'

export interface AnnouncementMail {
  firstname: string
  title: string
  /** Markdown. */
  content: string
  /** Language of title and content if the reader's language is missing. Mails queued by an earlier version omit it. */
  textLang?: Language
  /** Link to the announcement in the app. */
  url: string
  /** True if it has buttons to answer with. */
  asks: boolean
  /** A test mail to the author. */
  test: boolean
}

/** Characters shown in a list of mails or on a lock screen. */
const SHOWN = 200

/** The plain words of a Markdown text. */
const wordsOf = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s>]*(?:#{1,6}|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN)

/** Name of a language within a sentence of another one: "Französisch", "français". */
const nameOf = (language: Language, reader: Language) =>
  new Intl.DisplayNames([LOCALES[reader]], { type: 'language' }).of(language) ?? language

/** An announcement as a mail. Its subject and preview are also the text of the push. */
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
