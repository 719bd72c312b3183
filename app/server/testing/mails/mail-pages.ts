import { FEATURES } from '#app/server/app.ts'
import type { Config } from '#platform/server/config.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { type RenderDeps, renderMail } from '#platform/server/mail/render-mail.tsx'
import type { Language } from '#platform/shared/languages.ts'
import { PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { mailSamples } from './mail-samples.ts'

/** A community that has published all its pages, so that the footer of each mail has its maximum length. */
const SITE = {
  config: { publicUrl: 'https://lend.example' } as Config,
  settings: {
    current: () => ({
      brand: { name: 'Letterlend', ...PRESET_COLOURS, logo: null },
      legal: { versions: { imprint: 1, privacy_notice: 1, terms: 1, accessibility: 1 } },
    }),
  },
} as unknown as RenderDeps

interface MailPage {
  name: string
  subject: string
  html: string
  text: string
}

/** Renders each sample as the server sends it. */
export function mailPages(lang: Language): MailPage[] {
  const read = readMailsOf(FEATURES)
  return mailSamples(lang).map(({ name, content }) => ({
    name,
    ...renderMail({ to: 'anna@lend.example', lang, content }, read, SITE),
  }))
}

/** The names of all kinds of mail. */
export const mailKinds = (): string[] =>
  FEATURES.flatMap(({ mails }) => mails ?? []).map(({ template }) => template)
