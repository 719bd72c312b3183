import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { MarkdownText } from './markdown-text.tsx'

async function show(content: string): Promise<HTMLElement> {
  const { container } = await renderInApp(
    <section aria-label="text">
      <MarkdownText content={content} onFollow={vi.fn()} />
    </section>,
  )
  return container
}

/** All elements with their attributes, as rendered. */
const attributesIn = (container: HTMLElement) =>
  [...container.querySelectorAll('section *')].flatMap((node) =>
    [...node.attributes].map(({ name }) => name),
  )

it('a Markdown text shows headings, emphasis, lists and lines', async () => {
  const container = await show('# Party\n\nOn **Sunday** at *four*.\n\n1. Cake\n2. Music\n\n---')
  expect(screen.getByRole('heading', { level: 3, name: 'Party' }).id).toBe('')
  expect(container.querySelector('strong')?.textContent).toBe('Sunday')
  expect(container.querySelectorAll('ol > li')).toHaveLength(2)
  expect(container.querySelector('hr')).not.toBeNull()
})

it('a link stays inside the app, or leaves it without a referrer', async () => {
  await show('[Inbox](/profile/inbox), [Club](https://example.org/a), <mailto:hallo@example.org>')
  const [inbox, club, mail] = screen.getAllByRole('link')
  expect(inbox?.getAttribute('href')).toBe('/profile/inbox')
  expect(inbox?.hasAttribute('target')).toBe(false)
  expect(club?.getAttribute('href')).toBe('https://example.org/a')
  expect(club?.getAttribute('rel')).toBe('noopener noreferrer')
  expect(mail?.getAttribute('href')).toBe('mailto:hallo@example.org')
})

it.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x]( javascript:alert(1) )',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](file:///etc/passwd)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
])('a Markdown text makes no link of %s', async (content) => {
  const container = await show(content)
  expect(container.querySelectorAll('a, [href]')).toHaveLength(0)
})

it.each([
  '<script>alert(1)</script>',
  'before <script src="//evil.example/x.js"></script> after',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">press</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg onload=alert(1)></svg>',
  '<a href="javascript:alert(1)">press</a>',
  '<style>* { display: none }</style>',
  '<form action="//evil.example"><input name="password"><button>ok</button></form>',
  '![x](https://evil.example/pixel.gif)',
  '![x](javascript:alert(1))',
  '```html onclick=alert(1)\n<b>code</b>\n```',
  '- [ ] <input autofocus onfocus=alert(1)>',
  '| a |\n|:-:|\n| <img src=x onerror=alert(1)> |',
  '![x](/api/v1/config)',
])('a Markdown text runs and loads nothing of %s', async (content) => {
  const container = await show(content)
  const within = container.querySelector('section')
  expect(
    within?.querySelectorAll('script, img, iframe, svg, style, form, input, button, object, a'),
  ).toHaveLength(0)
  expect(attributesIn(container).filter((name) => name !== 'class')).toEqual([])
})

it('a Markdown text shows images of its own server', async () => {
  await show('![Ladder](/img/stickers/ladder.svg)')
  expect(screen.getByRole('img', { name: 'Ladder' }).getAttribute('src')).toBe(
    '/img/stickers/ladder.svg',
  )
})

it('HTML in a Markdown text is shown as text', async () => {
  const container = await show('Hello <script>alert(1)</script>')
  expect(container.textContent).toContain('<script>alert(1)</script>')
})
