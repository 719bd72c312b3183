import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Of the letterbox, in one line. */
  address: string
  /** What it lends, by name. */
  items: string[]
  /** Where whoever runs the community is written to; empty: not told. */
  contact: string
  claimUrl: string
  takeOffUrl: string
}

/** To the owner of a letterbox that the community has put on the map from its own list. */
export const claimMail = defineMail<Content>(
  'claim',
  ({ firstname, address, items, contact, claimUrl, takeOffUrl }, { lang, brand }) => {
    const t = texts('upkeep', lang)
    const facts = [{ label: t('mails.claim.address'), value: address }]
    if (items.length > 0) facts.push({ label: t('mails.claim.items'), value: items.join(', ') })
    return {
      subject: t('mails.claim.subject', { brand }),
      preview: t('mails.claim.preview'),
      heading: t('mails.claim.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.claim.body', { brand }), t('mails.claim.what')],
      facts,
      buttons: [
        { label: t('mails.claim.button'), url: claimUrl },
        { label: t('mails.claim.takeOff'), url: takeOffUrl },
      ],
      note:
        contact === ''
          ? t('mails.claim.note')
          : `${t('mails.claim.note')} ${t('mails.claim.contact', { contact })}`,
      footer: t('mails.claim.footer', { brand }),
    }
  },
)
