import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx/react'
import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './markdown-text.module.css'

/** Heading levels within the text, by the heading above it. */
const HEADINGS: Record<'h1' | 'h2', Record<string, string>> = {
  h1: { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5' },
  h2: { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' },
}
/** Allowed elements. Of all others only the text is shown. */
const PLAIN = new Set(
  'p strong em del ul ol li blockquote br hr pre code table thead tbody tr th td h6'.split(' '),
)
const IN_APP = /^\/(?![/\\])/
const OWN_PICTURE = /^\/img\//
const OUTSIDE = /^(https?:\/\/|mailto:)/i

type Props = { key?: string; href?: string; src?: string; alt?: string; start?: number } | null

interface MarkdownTextProps {
  content: string
  /** Called when the user follows a link inside the app, for example to close a dialog. */
  onFollow?: () => void
  /** The level of the heading above it: in a dialog, the second. */
  below?: 'h1' | 'h2'
}

/**
 * Renders Markdown of the community. It cannot run anything: raw HTML is shown as text, and only known elements are
 * allowed, without attributes except for checked URLs.
 */
export function MarkdownText({ content, onFollow, below = 'h2' }: MarkdownTextProps) {
  const options: MarkdownToJSX.Options = {
    disableParsingRawHTML: true,
    disableFrontmatter: true,
    forceBlock: true,
    wrapper: null,
    createElement: (tag, props, ...children) =>
      element(String(tag), props as Props, children, { onFollow, headings: HEADINGS[below] }),
  }
  return (
    <div className={classes.text}>
      <Markdown options={options}>{content}</Markdown>
    </div>
  )
}

interface Around {
  onFollow: (() => void) | undefined
  headings: Record<string, string>
}

function element(
  tag: string,
  props: Props,
  children: ReactNode[],
  { onFollow, headings }: Around,
): ReactNode {
  const key = props?.key
  if (tag === 'a') return link(props, children, onFollow)
  if (tag === 'img') return picture(props)
  const allowedTag = headings[tag] ?? (PLAIN.has(tag) ? tag : 'span')
  if (allowedTag === 'br' || allowedTag === 'hr') return createElement(allowedTag, { key })
  return createElement(
    allowedTag,
    { key, ...(tag === 'ol' && { start: props?.start }) },
    ...children,
  )
}

function link(props: Props, children: ReactNode[], onFollow: Around['onFollow']): ReactNode {
  const href = props?.href ?? ''
  if (IN_APP.test(href)) {
    return (
      <Link key={props?.key} to={href} onClick={onFollow}>
        {children}
      </Link>
    )
  }
  if (!OUTSIDE.test(href)) return <span key={props?.key}>{children}</span>
  return (
    <a key={props?.key} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Only pictures from our own server: any other server would learn who reads the text. */
function picture(props: Props): ReactNode {
  const src = props?.src ?? ''
  if (!OWN_PICTURE.test(src)) return <span key={props?.key}>{props?.alt}</span>
  return <img key={props?.key} src={src} alt={props?.alt ?? ''} />
}
