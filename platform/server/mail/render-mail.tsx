import { toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { texts as textsIn } from '#platform/server/texts.ts'
import { LEGAL_PAGES, legalPath, shownLegalPages } from '#platform/shared/legal-pages.ts'
import type { Given } from '../deps.ts'
import { MailLayout } from './mail-layout.tsx'
import type { QueuedMail } from './mail-queue.ts'
import type { ReadMail } from './mail-template.ts'
import { notificationLinks } from './notification-links.ts'

/** The sender's data at the moment of sending. */
export type RenderDeps = Pick<Given, 'config' | 'settings'>

export interface RenderedMail {
  subject: string
  /** The preview in mail lists. */
  preview: string
  html: string
  text: string
}

/** The doctype that mail programs understand. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Keeps the subject on one line, whatever a name contains. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** Plain text has ordinary spaces at French signs: mail programs break its lines as they like. */
const withoutFixedSpaces = (text: string) =>
  text.replace(/\u00a0(?=[»?!:;%])/g, ' ').replaceAll('«\u00a0', '« ')

/**
 * Renders the HTML of a mail. The library's own `render` uses React's streams, which create an asynchronous context: on
 * Node 20 and 22 the first one slows down every promise of the process for good.
 */
export const drawMail = (mail: ReactElement): string => DOCTYPE + renderToStaticMarkup(mail)

export function renderMail(
  { content, lang, notification, reply }: QueuedMail,
  read: ReadMail,
  { config, settings }: RenderDeps,
): RenderedMail {
  const t = textsIn('platform', lang)
  const { brand, legal } = settings.current()
  const mailTexts = read(content, lang, brand.name)
  const below = notification ? notificationLinks(notification, lang) : []
  // Without a mail server there is no address to reply to.
  const takesReply = Boolean(reply && config.inbound && config.smtpUrl)
  const texts = {
    ...mailTexts,
    reply: takesReply ? t('server.replyByMail') : undefined,
    links: [...(mailTexts.links ?? []), ...below],
  }
  const published = LEGAL_PAGES.filter((page) => legal.versions[page] !== undefined)
  const legalLinks = shownLegalPages(published).map((page) => ({
    label: t(`server.legalPages.${page}`),
    url: config.publicUrl + legalPath(page),
  }))
  const html = drawMail(
    <MailLayout
      texts={texts}
      legalLinks={legalLinks}
      lang={lang}
      brand={brand}
      publicUrl={config.publicUrl}
    />,
  )
  const text = withoutFixedSpaces(toPlainText(html))
  return { subject: oneLine(texts.subject), preview: texts.preview, html, text }
}
