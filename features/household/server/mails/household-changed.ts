import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

/** What has happened, from the reader's side. */
export type Change = 'removed' | 'left' | 'somebodyGone'

interface Content {
  firstname: string
  change: Change
  /** The owner, or who is gone; empty where no name is known. */
  name: string
  url: string
}

/** Tells people of a household that the reader, or somebody else, is no longer part of it. */
export const householdChanged = defineMail<Content>(
  'householdChanged',
  ({ firstname, change, name, url }, { lang, brand }) => {
    const t = texts('household', lang)
    const person = name || t('mails.householdChanged.somebody')
    return {
      subject: t(`mails.householdChanged.${change}.subject`, { name: person }),
      preview: t(`mails.householdChanged.${change}.preview`, { brand }),
      heading: t(`mails.householdChanged.${change}.subject`, { name: person }),
      greeting: t('mails.letterboxHandedOver.greeting', { firstname }),
      body: [t(`mails.householdChanged.${change}.body`, { name: person, brand })],
      buttons: [{ label: t(`mails.householdChanged.${change}.button`), url }],
      footer: t('mails.householdChanged.footer', { brand }),
    }
  },
)
