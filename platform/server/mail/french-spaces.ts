import type { MailTexts } from './mail-template.ts'

/** French puts no-break spaces inside quotation marks and before some punctuation. */
const withFixedSpaces = (text: string): string =>
  text.replace(/ (?=[»?!:;])/g, '\u00a0').replace(/« /g, '«\u00a0')

/** Applies French spacing to our own texts of a mail. User texts and addresses stay as they are. */
export const withFrenchSpaces = (texts: MailTexts): MailTexts => ({
  ...texts,
  heading: withFixedSpaces(texts.heading),
  greeting: withFixedSpaces(texts.greeting),
  body: texts.body.map(withFixedSpaces),
  buttons: texts.buttons.map(({ label, url }) => ({ label: withFixedSpaces(label), url })),
  ...(texts.footer !== undefined && { footer: withFixedSpaces(texts.footer) }),
  ...(texts.note !== undefined && { note: withFixedSpaces(texts.note) }),
})

/** Reverts it for plain text, in which programs break lines as they like. */
export const withoutFixedSpaces = (text: string): string =>
  text.replace(/\u00a0(?=[»?!:;])/g, ' ').replace(/«\u00a0/g, '« ')
