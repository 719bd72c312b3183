import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Claim {
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
export const claimMail = defineTextMail(
  'upkeep',
  'claim',
  ({ address, items, contact, claimUrl, takeOffUrl }: Claim, t) => {
    const facts = [{ label: t('mails.claim.address'), value: address }]
    if (items.length > 0) facts.push({ label: t('mails.claim.items'), value: items.join(', ') })
    return {
      facts,
      buttons: [
        { label: t('mails.claim.button'), url: claimUrl },
        { label: t('mails.claim.takeOff'), url: takeOffUrl },
      ],
      ...(contact !== '' && { note: `${t('mails.claim.note')} ${t('mails.claim.contact')}` }),
    }
  },
)

interface Confirmation {
  firstname: string
  stillTrueUrl: string
  changeUrl: string
  takeOffUrl: string
}

/** Once a year: are the stickers still true? */
export const itemsConfirmation = defineTextMail(
  'upkeep',
  'itemsConfirmation',
  ({ stillTrueUrl, changeUrl, takeOffUrl }: Confirmation, t) => ({
    buttons: [
      { label: t('mails.itemsConfirmation.button1'), url: stillTrueUrl },
      { label: t('mails.itemsConfirmation.button2'), url: changeUrl },
      { label: t('mails.itemsConfirmation.button3'), url: takeOffUrl },
    ],
  }),
)

/** Whether it is asked for the first or the second time, or the letterbox has left the map meanwhile. */
export type SignQuestion = 'first' | 'second' | 'gone'

interface Sign {
  firstname: string
  question: SignQuestion
  stillLendingUrl: string
  notNowUrl: string
  takeOffUrl: string
}

/** Do you still lend? */
export const signOfLife = defineTextMail(
  'upkeep',
  'signOfLife',
  ({ question, stillLendingUrl, notNowUrl, takeOffUrl }: Sign, t) => ({
    subject: t(`mails.signOfLife.${question}.subject`),
    heading: t(`mails.signOfLife.${question}.subject`),
    body: [t(`mails.signOfLife.${question}.body`)],
    buttons: [
      { label: t('mails.signOfLife.stillLending'), url: stillLendingUrl },
      { label: t('mails.signOfLife.notNow'), url: notNowUrl },
      { label: t('mails.signOfLife.takeOff'), url: takeOffUrl },
    ],
  }),
)
