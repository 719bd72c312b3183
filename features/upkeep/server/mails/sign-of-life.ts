import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

/** Whether it is asked for the first or the second time, or the letterbox has left the map meanwhile. */
export type SignQuestion = 'first' | 'second' | 'gone'

interface Content {
  firstname: string
  question: SignQuestion
  stillLendingUrl: string
  notNowUrl: string
  takeOffUrl: string
}

/** Do you still lend? */
export const signOfLife = defineMail<Content>(
  'signOfLife',
  ({ firstname, question, stillLendingUrl, notNowUrl, takeOffUrl }, { lang, brand }) => {
    const t = texts('upkeep', lang)
    return {
      subject: t(`mails.signOfLife.${question}.subject`),
      preview: t('mails.signOfLife.preview'),
      heading: t(`mails.signOfLife.${question}.subject`),
      greeting: t('mails.greeting', { firstname }),
      body: [t(`mails.signOfLife.${question}.body`)],
      buttons: [
        { label: t('mails.signOfLife.stillLending'), url: stillLendingUrl },
        { label: t('mails.signOfLife.notNow'), url: notNowUrl },
        { label: t('mails.signOfLife.takeOff'), url: takeOffUrl },
      ],
      note: t('mails.signOfLife.note'),
      footer: t('mails.signOfLife.footer', { brand }),
    }
  },
)
