import Markdown from 'markdown-to-jsx/react'
import { type CSSProperties, createElement, type ReactNode } from 'react'

/** Allowed elements. Of all others only the text is shown. */
const PLAIN = new Set(['strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr', 'code'])
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const IN_APP = /^\/(?![/\\])/
const OUTSIDE = /^(https?:\/\/|mailto:)/i

type Props = { key?: string; href?: string; alt?: string; start?: number } | null

interface MailMarkdownProps {
  content: string
  /** Base URL for links within the app. */
  publicUrl: string
  styles: { paragraph: CSSProperties; font: CSSProperties }
}

/**
 * Renders the community's Markdown in the style of a mail. It cannot run anything: raw HTML is shown as text, and only
 * known elements are allowed. Pictures are only shown in the app, since loading them would reveal who reads the mail
 * and when.
 */
export function MailMarkdown({ content, publicUrl, styles }: MailMarkdownProps) {
  return (
    <Markdown
      options={{
        disableParsingRawHTML: true,
        disableFrontmatter: true,
        forceBlock: true,
        wrapper: null,
        createElement: (tag, props, ...children) =>
          element(String(tag), props as Props, children, publicUrl, styles),
      }}
    >
      {content}
    </Markdown>
  )
}

function element(
  tag: string,
  props: Props,
  children: ReactNode[],
  publicUrl: string,
  { paragraph, font }: MailMarkdownProps['styles'],
): ReactNode {
  const key = props?.key
  if (tag === 'a') return link(props, children, publicUrl, font)
  if (tag === 'img') return <span key={key}>{props?.alt}</span>
  if (tag === 'br') return <br key={key} />
  if (tag === 'hr') return <hr key={key} />
  if (HEADINGS.has(tag)) {
    const style = { ...paragraph, fontSize: '19px', fontWeight: 800, margin: '20px 0 8px' }
    return createElement('h2', { key, className: 'll-text', style }, ...children)
  }
  if (tag === 'p' || tag === 'pre' || tag === 'table') {
    return createElement('p', { key, className: 'll-text', style: paragraph }, ...children)
  }
  if (tag === 'ul' || tag === 'ol') {
    const style = { ...paragraph, paddingLeft: '24px' }
    const start = tag === 'ol' ? { start: props?.start } : {}
    return createElement(tag, { key, className: 'll-text', style, ...start }, ...children)
  }
  return createElement(PLAIN.has(tag) ? tag : 'span', { key }, ...children)
}

function link(
  props: Props,
  children: ReactNode[],
  publicUrl: string,
  font: CSSProperties,
): ReactNode {
  const href = props?.href ?? ''
  const address = IN_APP.test(href) ? publicUrl + href : href
  if (!OUTSIDE.test(address)) return <span key={props?.key}>{children}</span>
  return (
    <a
      key={props?.key}
      href={address}
      className="ll-text"
      style={{ ...font, textDecoration: 'underline' }}
    >
      {children}
    </a>
  )
}
