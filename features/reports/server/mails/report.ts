import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { ReportTypeName } from '../../contract.ts'

const typesIn = (lang: Language) => sectionsOf('reports', lang).mails.report.types

interface Content {
  type: ReportTypeName
  title: string
  message: string
  /** The address of the person who reported. */
  email: string
  /** The address of the letterbox, in one line. */
  address: string
  url: string
  /** The page on which the report is worked through. */
  page: string
}

/** Tells the administrator that something is wrong with a letterbox. */
export const report = defineMail<Content>(
  'report',
  ({ type, title, message, email, address, url, page }, { lang, brand }) => {
    const t = texts('reports', lang)
    return {
      subject: t('mails.report.subject', { title }),
      preview: t('mails.report.preview', { type: typesIn(lang)[type], address }),
      heading: t('mails.report.heading'),
      greeting: t('mails.greeting'),
      body: [
        t('mails.report.body1', { address, type: typesIn(lang)[type] }),
        t('mails.report.body2', { title }),
        email === '' ? t('mails.report.unnamed') : t('mails.report.body3', { email }),
      ],
      quote: message || undefined,
      buttons: [
        {
          label: t('mails.report.button1'),
          url: page,
        },
        {
          label: t('mails.report.button2'),
          url,
        },
      ],
      footer: t('mails.footer', { brand }),
    }
  },
)
