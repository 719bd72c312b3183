import type { Device } from '#platform/server/identity/device.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** Files with other people's data; downloading one sends the staff member a mail. */
export type TakenFile = 'orders' | 'cash_book' | 'person' | 'letters'

interface ToAccount {
  firstname: string
  notMeUrl: string
}

/** Notifies a member of the staff that a file with other people's data was downloaded in their name. */
export const fileTaken = defineTextMail(
  'sessions',
  'fileTaken',
  ({ file, notMeUrl }: ToAccount & { file: TakenFile }, t) => ({
    preview: t(`mails.fileTaken.files.${file}`),
    facts: [{ label: t('mails.fileTaken.label'), value: t(`mails.fileTaken.files.${file}`) }],
    button: notMeUrl,
  }),
)

/** Notifies the owner of a login from a new device. */
export const newDevice = defineTextMail(
  'sessions',
  'newDevice',
  ({ browser, system, notMeUrl }: ToAccount & Device, t) => {
    const device =
      browser && system
        ? t('mails.newDevice.device')
        : (browser ?? system ?? t('mails.newDevice.unknown'))
    return {
      preview: device,
      facts: [{ label: t('mails.newDevice.label'), value: device }],
      button: notMeUrl,
    }
  },
)
