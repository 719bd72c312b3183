import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Which conversation: the thing and the other one's name. */
  about: string
  /** Where it came from by its own word. */
  from: string
  text: string
  yesUrl: string
  noUrl: string
}

/** Asks the owner of an account whether a reply was theirs whose sender could not be checked. */
export const replyHeld = defineMail<Content>(
  'replyHeld',
  ({ firstname, about, from, text, yesUrl, noUrl }, { lang, brand }) => {
    const t = texts('transactions', lang)
    return {
      subject: t('mails.replyHeld.subject', { about }),
      preview: t('mails.replyHeld.preview'),
      heading: t('mails.replyHeld.heading'),
      greeting: t('mails.replyHeld.greeting', { firstname }),
      body: [t('mails.replyHeld.body', { from }), t('mails.replyHeld.why')],
      facts: [
        { label: t('mails.replyHeld.about'), value: about },
        { label: t('mails.replyHeld.from'), value: from },
      ],
      quote: text,
      buttons: [
        { label: t('mails.replyHeld.yes'), url: yesUrl },
        { label: t('mails.replyHeld.no'), url: noUrl },
      ],
      note: t('mails.replyHeld.note'),
      footer: t('mails.replyHeld.footer', { brand }),
    }
  },
)
