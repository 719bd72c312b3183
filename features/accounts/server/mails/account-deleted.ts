import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  handedOver: boolean
  url: string
}

/** The last mail to somebody who left. */
export const accountDeleted = defineMail<Content>(
  'accountDeleted',
  ({ firstname, handedOver, url }, { lang, brand }) => {
    const t = texts('accounts', lang)
    return {
      subject: t('mails.accountDeleted.subject'),
      preview: handedOver
        ? t('mails.accountDeleted.preview.handedOver')
        : t('mails.accountDeleted.preview.otherwise'),
      heading: t('mails.accountDeleted.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [
        handedOver
          ? t('mails.accountDeleted.body1.handedOver', { brand })
          : t('mails.accountDeleted.body1.otherwise', { brand }),
        t('mails.accountDeleted.body2'),
      ],
      buttons: [
        {
          label: t('mails.accountDeleted.button'),
          url,
        },
      ],
      footer: t('mails.footer'),
    }
  },
)
