import type { MailTexts } from './mail-template.ts'

/** What French keeps beside its quotation marks and before some signs is a space at which no line ends. */
const withFixedSpaces = (text: string): string =>
  text.replace(/ (?=[»?!:;])/g, '\u00a0').replace(/« /g, '«\u00a0')

/** What the program itself says in a mail in French; what somebody wrote, and addresses, stay as they are. */
export const withFrenchSpaces = (texts: MailTexts): MailTexts => ({
  ...texts,
  heading: withFixedSpaces(texts.heading),
  greeting: withFixedSpaces(texts.greeting),
  body: texts.body.map(withFixedSpaces),
  buttons: texts.buttons.map(({ label, url }) => ({ label: withFixedSpaces(label), url })),
  ...(texts.footer !== undefined && { footer: withFixedSpaces(texts.footer) }),
  ...(texts.note !== undefined && { note: withFixedSpaces(texts.note) }),
})

/** The same in a plain text, where programs break lines as they like. */
export const withoutFixedSpaces = (text: string): string =>
  text.replace(/\u00a0(?=[»?!:;])/g, ' ').replace(/«\u00a0/g, '« ')
