import type { Device } from '#platform/server/identity/device.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content extends Device {
  firstname: string
  notMeUrl: string
}

/** Tells of a login from a device that the account was not used on before. */
export const newDevice = defineMail<Content>(
  'newDevice',
  ({ firstname, browser, system, notMeUrl }, { lang, brand }) => {
    const t = texts('sessions', lang)
    const device =
      browser && system
        ? t('mails.newDevice.device', { browser, system })
        : (browser ?? system ?? t('mails.newDevice.unknown'))
    return {
      subject: t('mails.newDevice.subject'),
      preview: device,
      heading: t('mails.newDevice.heading'),
      greeting: t('mails.newDevice.greeting', { firstname }),
      body: [t('mails.newDevice.body', { brand })],
      facts: [{ label: t('mails.newDevice.label'), value: device }],
      buttons: [{ label: t('mails.newDevice.button'), url: notMeUrl }],
      note: t('mails.newDevice.note'),
      footer: t('mails.newDevice.footer'),
    }
  },
)
