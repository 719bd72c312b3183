import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { Language } from '#platform/shared/languages.ts'
import type { Brand } from '#platform/shared/settings/brand.ts'
import { type BrandColours, textOnPrimary } from '#platform/shared/settings/brand-colours.ts'
import { texts as textsIn } from '../texts.ts'
import { MailMarkdown } from './mail-markdown.tsx'
import type { MailTexts } from './mail-template.ts'

/** Breaks long words; `word-break` is for mail programs that do not support `overflow-wrap`. */
const breaking = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

/** Parts of a mail with a background. */
const AREAS = ['page', 'paper', 'box', 'warning']

/**
 * Dark colours of the app (platform/web/start/theme-variables.css) for mail programs that follow the device's colour
 * scheme. These rules have to override inline styles, which other programs use.
 */
function darkRules(brand: BrandColours): string {
  const rules = {
    page: 'background-color: #0c1724',
    paper: 'background-color: #0f1c2b; border-color: #45607a',
    text: 'color: #eaf1f6',
    small: 'color: #a3b6c6',
    box: 'background-color: #17293c; border-color: #45607a',
    warning: 'background-color: #3b221d; border-color: #f0764f',
    primary: `color: ${textOnPrimary(brand, 'dark')}; border-color: #050c14`,
    secondary: 'color: #eaf1f6; background-color: #17293c; border-color: #45607a',
    rule: 'border-color: #2c4258',
  }
  const strong = (declarations: string) =>
    declarations
      .split('; ')
      .map((declaration) => `${declaration} !important`)
      .join('; ')
  // Tables also have colours on their cells. Nested parts come later.
  const lines = Object.entries(rules).map(
    ([name, rule]) =>
      `.ll-${name}${AREAS.includes(name) ? `, .ll-${name} td` : ''} { ${strong(rule)} }`,
  )
  return `@media (prefers-color-scheme: dark) { ${lines.join(' ')} }`
}

/** The styles of a mail in the community's colours. */
function stylesOf(brand: BrandColours) {
  const font = {
    fontFamily: "'Nunito Sans', Verdana, sans-serif",
    color: brand.ink,
    ...breaking,
  } as const
  const outline = `2px solid ${brand.ink}`
  const primary = {
    ...font,
    color: textOnPrimary(brand, 'light'),
    backgroundColor: brand.primary,
    border: outline,
    borderBottomWidth: '5px',
    borderRadius: '12px',
    fontSize: '17px',
    fontWeight: 800,
    padding: '14px 24px',
  }
  return {
    font,
    outline,
    paragraph: { ...font, fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' },
    small: {
      ...font,
      fontSize: '13px',
      lineHeight: '20px',
      margin: '0 0 12px',
      color: '#4A6076',
    },
    primary,
    secondary: {
      ...primary,
      color: brand.ink,
      backgroundColor: '#FFFFFF',
      borderBottomWidth: '2px',
    },
  }
}

/** For buttons beside each other, below the entry they belong to; still large enough to tap. */
const SMALL_BUTTON = { fontSize: '15px', padding: '11px 16px', margin: '10px 8px 0 0' } as const

type Styles = ReturnType<typeof stylesOf>

/** Uses elements, since mail programs and the plain text ignore white space. */
function withLineBreaks(text: string) {
  return text.split('\n').flatMap((line, index) => {
    const key = `line ${index}`
    return index === 0 ? [line] : [<br key={key} />, line]
  })
}

/**
 * Prevents a line break within "E-Mail". A non-breaking hyphen would be a different character when copied or read
 * aloud.
 */
function withWholeWords(text: string) {
  return text.split(/(e-mails?)/i).map((part, index) => {
    const key = `part ${index}`
    const isWhole = index % 2 === 1
    return isWhole ? (
      <span key={key} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      part
    )
  })
}

function FactLines({ facts, lang }: { facts: NonNullable<MailTexts['facts']>; lang: Language }) {
  return facts.map(({ label, value }, index) => (
    <span key={label}>
      {index > 0 && <br />}
      {textsIn('platform', lang)('server.labelled', { label })} <strong>{value}</strong>
    </span>
  ))
}

/** Lines instead of a table: they wrap on a narrow phone and read well as plain text. */
function Facts({
  facts,
  lang,
  styles: { outline, paragraph },
}: Pick<MailTexts, 'facts'> & { lang: Language; styles: Styles }) {
  if (!facts || facts.length === 0) return null
  return (
    <Section
      className="ll-box"
      style={{
        backgroundColor: '#FFFFFF',
        border: outline,
        borderRadius: '12px',
        padding: '12px 16px',
        margin: '0 0 20px',
      }}
    >
      <Text className="ll-text" style={{ ...paragraph, margin: 0 }}>
        <FactLines facts={facts} lang={lang} />
      </Text>
    </Section>
  )
}

/** One below the other, each a full-width link that is easy to tap on a phone. */
function Entries({
  entries,
  lang,
  styles: { font, outline, paragraph, secondary },
}: Pick<MailTexts, 'entries'> & { lang: Language; styles: Styles }) {
  return entries?.map(({ title, text, url, facts, buttons }) => (
    <Section
      key={`${url} ${title} ${text}`}
      className="ll-box"
      style={{
        backgroundColor: '#FFFFFF',
        border: outline,
        borderRadius: '12px',
        padding: '12px 16px',
        margin: '0 0 12px',
      }}
    >
      <Link
        href={url}
        className="ll-text"
        style={{ ...font, display: 'block', textDecoration: 'none' }}
      >
        <Text
          className="ll-text"
          style={{ ...paragraph, margin: 0, fontWeight: 800, textDecoration: 'underline' }}
        >
          {title}
        </Text>
        <Text className="ll-text" style={{ ...paragraph, margin: '4px 0 0', fontSize: '15px' }}>
          {text}
        </Text>
      </Link>
      {facts && facts.length > 0 && (
        <Text className="ll-text" style={{ ...paragraph, margin: '8px 0 0', fontSize: '15px' }}>
          <FactLines facts={facts} lang={lang} />
        </Text>
      )}
      {buttons?.map((button) => (
        <Button
          key={button.url}
          href={button.url}
          className="ll-secondary"
          style={{ ...secondary, ...SMALL_BUTTON }}
        >
          {button.label}
        </Button>
      ))}
    </Section>
  ))
}

function Warning({ text, styles: { paragraph } }: { text: string; styles: Styles }) {
  return (
    <Section
      className="ll-warning"
      style={{
        backgroundColor: '#FFFFFF',
        border: '2px solid #B23A1E',
        borderRadius: '12px',
        padding: '12px 16px',
        margin: '0 0 16px',
      }}
    >
      <Text className="ll-text" style={{ ...paragraph, margin: 0 }}>
        {withWholeWords(text)}
      </Text>
    </Section>
  )
}

/** User text, with a bar beside it. */
function Quote({
  text,
  brand,
  styles: { paragraph },
}: {
  text: string
  brand: Brand
  styles: Styles
}) {
  return (
    <Section
      style={{
        borderLeft: `4px solid ${brand.primary}`,
        padding: '4px 0 4px 16px',
        margin: '0 0 20px',
      }}
    >
      <Text className="ll-text" style={{ ...paragraph, margin: 0 }}>
        {withLineBreaks(text)}
      </Text>
    </Section>
  )
}

/** The first button is the primary one. */
function Buttons({
  buttons,
  styles: { primary, secondary },
}: Pick<MailTexts, 'buttons'> & { styles: Styles }) {
  return buttons.map(({ label, url }, index) => (
    <Section key={url} style={{ margin: '0 0 12px' }}>
      <Button
        href={url}
        className={index === 0 ? 'll-primary' : 'll-secondary'}
        style={index === 0 ? primary : secondary}
      >
        {label}
      </Button>
    </Section>
  ))
}

interface SmallPrintProps extends Pick<MailLayoutProps, 'texts' | 'legalLinks' | 'lang'> {
  styles: Styles
}

/** The small print: URL of the first button, sender, other links, and pages of the community. */
function SmallPrint({ texts, legalLinks, lang, styles: { small } }: SmallPrintProps) {
  const buttonToCopy = texts.isShort ? [] : texts.buttons.slice(0, 1)
  return (
    <>
      {buttonToCopy.map(({ url }) => (
        <Text key={url} className="ll-small" style={{ ...small, margin: '8px 0 0' }}>
          {textsIn('platform', lang)('server.copyAddress')}
          <br />
          <Link href={url} className="ll-small" style={{ ...small, wordBreak: 'break-all' }}>
            {url}
          </Link>
        </Text>
      ))}
      <Hr className="ll-rule" style={{ borderColor: '#D9D2C3', margin: '24px 0 16px' }} />
      {texts.footer === undefined ? null : (
        <Text className="ll-small" style={{ ...small, margin: 0 }}>
          {withWholeWords(texts.footer)}
        </Text>
      )}
      {texts.links?.map(({ label, url }) => (
        <Text key={url} className="ll-small" style={{ ...small, margin: '8px 0 0' }}>
          <Link href={url} className="ll-small" style={{ ...small, textDecoration: 'underline' }}>
            {label}
          </Link>
        </Text>
      ))}
      {/* Each link stays on one line; in plain text it gets a line of its own. */}
      <div className="ll-small" style={{ ...small, marginTop: '8px' }}>
        {legalLinks.map(({ label, url }) => (
          <div key={url} style={{ display: 'inline-block', marginRight: '16px' }}>
            <Link href={url} className="ll-small" style={{ ...small, textDecoration: 'underline' }}>
              {label}
            </Link>
          </div>
        ))}
      </div>
    </>
  )
}

interface MailLayoutProps {
  texts: MailTexts
  /** Imprint, privacy and other published pages, at the end of every mail. */
  legalLinks: readonly { label: string; url: string }[]
  lang: Language
  brand: Brand
  publicUrl: string
}

/** The layout of all mails: paper, ink outline, a post-yellow button. React escapes the texts. */
export function MailLayout({ texts, legalLinks, lang, brand, publicUrl }: MailLayoutProps) {
  const styles = stylesOf(brand)
  const { font, outline, paragraph, small } = styles
  return (
    <Html lang={lang}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules(brand)}</style>
      </Head>
      <Preview>{texts.preview}</Preview>
      <Body
        className="ll-page"
        style={{ backgroundColor: '#DDF0F9', margin: 0, padding: '24px 12px' }}
      >
        <Container
          className="ll-paper"
          style={{
            backgroundColor: '#FFFBF2',
            border: outline,
            borderRadius: '16px',
            padding: '28px',
            maxWidth: '520px',
            // Otherwise a table grows with its content, whatever its width.
            tableLayout: 'fixed',
          }}
        >
          <Link
            href={publicUrl}
            className="ll-text"
            style={{ ...font, fontSize: '18px', fontWeight: 800, textDecoration: 'none' }}
          >
            {brand.name}
          </Link>
          <Heading
            as="h1"
            lang={texts.textLang}
            className="ll-text"
            style={{ ...font, fontSize: '26px', lineHeight: '32px', margin: '20px 0 16px' }}
          >
            {withWholeWords(texts.heading)}
          </Heading>
          <Text className="ll-text" style={paragraph}>
            {texts.greeting}
          </Text>
          {texts.body.map((text) => (
            <Text key={text} className="ll-text" style={paragraph}>
              {withWholeWords(text)}
            </Text>
          ))}
          {texts.markdown !== undefined && (
            <Section lang={texts.textLang}>
              <MailMarkdown content={texts.markdown} publicUrl={publicUrl} styles={styles} />
            </Section>
          )}
          <Facts facts={texts.facts} lang={lang} styles={styles} />
          {texts.warning !== undefined && <Warning text={texts.warning} styles={styles} />}
          {texts.quote !== undefined && <Quote text={texts.quote} brand={brand} styles={styles} />}
          <Entries entries={texts.entries} lang={lang} styles={styles} />
          <Buttons buttons={texts.buttons} styles={styles} />
          {texts.reply !== undefined && (
            <Text className="ll-text" style={{ ...paragraph, margin: '8px 0 12px' }}>
              {withWholeWords(texts.reply)}
            </Text>
          )}
          {texts.note !== undefined && (
            <Text className="ll-small" style={{ ...small, margin: '8px 0 4px' }}>
              {withWholeWords(texts.note)}
            </Text>
          )}
          <SmallPrint texts={texts} legalLinks={legalLinks} lang={lang} styles={styles} />
        </Container>
      </Body>
    </Html>
  )
}
