import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  stillTrueUrl: string
  changeUrl: string
  takeOffUrl: string
}

/** Once a year: are the stickers still true? */
export const itemsConfirmation = defineMail<Content>(
  'itemsConfirmation',
  ({ firstname, stillTrueUrl, changeUrl, takeOffUrl }, { lang, brand }) => {
    const t = texts('upkeep', lang)
    return {
      subject: t('mails.itemsConfirmation.subject'),
      preview: t('mails.itemsConfirmation.preview'),
      heading: t('mails.itemsConfirmation.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.itemsConfirmation.body')],
      buttons: [
        {
          label: t('mails.itemsConfirmation.button1'),
          url: stillTrueUrl,
        },
        {
          label: t('mails.itemsConfirmation.button2'),
          url: changeUrl,
        },
        {
          label: t('mails.itemsConfirmation.button3'),
          url: takeOffUrl,
        },
      ],
      note: t('mails.itemsConfirmation.note'),
      footer: t('mails.footer', { brand }),
    }
  },
)
