import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Claim {
  firstname: string
  /** The letterbox's address in one line. */
  address: string
  /** The names of the items it lends. */
  items: string[]
  /** Contact address of the community's administrators; empty to leave it out. */
  contact: string
  claimUrl: string
  takeOffUrl: string
}

/** To the owner of a letterbox that the community imported from its own list. */
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

/** The yearly mail: are the stickers still true? */
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

/** The first question, the second one, or the notice that the letterbox has left the map. */
export type SignQuestion = 'first' | 'second' | 'gone'

interface Sign {
  firstname: string
  question: SignQuestion
  stillLendingUrl: string
  notNowUrl: string
  takeOffUrl: string
}

/** The question for a sign of life: do you still lend? */
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
