import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

export interface AnnouncementMail {
  firstname: string
  title: string
  /** Markdown. */
  content: string
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

/** What the community tells many, as a mail; its subject and its preview are what a device shows. */
export const announcementMail = defineMail<AnnouncementMail>(
  'announcement',
  ({ firstname, title, content, url, asks, test }, { lang, brand }) => {
    const t = texts('announcements', lang)
    return {
      subject: test ? t('mails.announcement.test', { title }) : title,
      preview: wordsOf(content),
      heading: title,
      greeting: t('mails.announcement.greeting', { firstname }),
      body: [],
      markdown: content,
      buttons: [
        { label: t(asks ? 'mails.announcement.answer' : 'mails.announcement.button'), url },
      ],
      footer: t('mails.announcement.footer', { brand }),
    }
  },
)
